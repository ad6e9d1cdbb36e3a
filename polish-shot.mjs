import { chromium } from '@playwright/test';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
const types={html:'text/html',css:'text/css',js:'text/javascript',svg:'image/svg+xml',woff2:'font/woff2',json:'application/json',png:'image/png'};
const server=createServer(async(req,res)=>{let p=new URL(req.url,'http://x').pathname;if(p.endsWith('/'))p+='index.html';try{const b=await readFile('dist'+decodeURIComponent(p));res.setHeader('content-type',types[p.split('.').pop()]??'text/plain');res.end(b);}catch{res.statusCode=404;res.end('no');}}).listen(0);
const port=server.address().port;
const L='/studies/lumenize-vs-capnweb/';
const all={home:'/',studies:'/studies/',errata:'/errata/',systems:'/systems/',sys1:'/systems/lumenize/',lvc:L,base:L+'2025-10-20-synchronous-storage-baseline/',debug:L+'2025-10-20-debug-suppression/',comp:L+'2025-01-02-capnweb-comparison/',fresh:L+'2025-01-02-fresh-connections/',prof:L+'2025-01-20-serialization-profiling/',net:L+'2025-01-20-network-latency/',rec:L+'2025-01-20-recommendations/',sock:L+'2026-11-21-socket-protocol-server/',cd:'/studies/call-delay/',local:'/studies/call-delay/local-batches/',hang:'/studies/call-delay/production-hang/',dec:'/studies/call-delay/redesign-decision/',grpc:'/studies/grpc-go-vs-lisp/',unary:'/studies/grpc-go-vs-lisp/2026-01-11-unary/',opt:'/studies/grpc-go-vs-lisp/optimisations/',kk:'/studies/kkrpc-transports/',kkb:'/studies/kkrpc-transports/2026-02-05-benchmark-suite/',network:'/network/'};
const [,, scheme, width, ...names]=process.argv;
const browser=await chromium.launch({executablePath:'/usr/bin/chromium'});
const page=await (await browser.newContext({colorScheme:scheme,viewport:{width:+width,height:900}})).newPage();
page.on('console',m=>{if(m.type()==='error')console.log(page.url(),m.text())});
for(const n of names.length?names:Object.keys(all)){
 const r=await page.goto(`http://localhost:${port}${all[n]}`);
 const over=await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth);
 const h=await page.evaluate(()=>document.documentElement.scrollHeight);
 if(over>0||r.status()!==200)console.log(n,'overflow',over,r.status());
 console.log(n,h);
 const main=page.locator('main').first();
 await main.screenshot({path:`/tmp/polish-shots/${n}-${width}-${scheme}.png`});
}
await browser.close();server.close();
