import { chromium } from '@playwright/test';
import { startBench } from './src/cli/local/bench.ts';
import { startPages } from './src/cli/local/pages.ts';
import { buildSite } from './src/cli/local/site.ts';
const port=18431; const origin=`http://localhost:${port}`, benchOrigin=`http://localhost:${port+1}`;
const outDir='/tmp/wt/probes/.local/shots';
await buildSite('/tmp/wt/probes',{benchOrigin,siteUrl:origin,outDir});
const pages=await startPages(outDir,port);
const bench=await startBench({root:'/tmp/wt/probes',port:port+1,allowedOrigins:[origin]});
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const shots=[['d',1280,'dark'],['l',1280,'light'],['m',390,'light'],['md',390,'dark']] as const;
for (const [n,w,s] of shots){ const p=await browser.newPage({viewport:{width:w,height:1100},colorScheme:s}); await p.goto(origin+'/capabilities/'); await p.waitForTimeout(600); await p.screenshot({path:`/tmp/shot-cap-${n}.png`});
 await p.evaluate(()=>document.querySelector('#group-pipelining')?.scrollIntoView()); await p.screenshot({path:`/tmp/shot-cap-${n}2.png`});
 if(n==='d'||n==='m'){ await p.locator('tr[data-probe="references-object"] td[data-system="lumenize"] a').click(); await p.waitForTimeout(700); await p.screenshot({path:`/tmp/shot-cap-${n}3.png`}); await p.keyboard.press('Escape'); }
 await p.goto(origin+'/capabilities/loss/'); await p.waitForTimeout(300); await p.screenshot({path:`/tmp/shot-cap-${n}4.png`});
 await p.close(); }
const p=await browser.newPage({viewport:{width:1280,height:1100}});
p.on('pageerror',e=>console.log('pageerror',String(e).slice(0,200)));
await p.goto(origin+'/capabilities/');
const t=Date.now();
await p.getByRole('button',{name:/^Run \d+/}).click();
await p.getByText(/^(Done|The run ended)/).waitFor({timeout:120000});
console.log(Date.now()-t,'ms', await p.locator('[data-part=status]').innerText());
console.log(await p.locator('[data-part=differing]').innerText());
await p.screenshot({path:'/tmp/shot-cap-run.png'});
await browser.close(); await bench.stop(); await pages.stop(); process.exit(0);
