import { startBench } from '/tmp/wt/probes/src/cli/local/bench.ts';
import { allGroups } from '/tmp/wt/probes/src/probes/cli/groups.ts';
import { runProbe } from '/tmp/wt/probes/src/probes/run.ts';
import { systemIds } from '/tmp/wt/probes/src/probes/kit/kit.ts';
process.on('unhandledRejection', (e)=>{ if(process.env.V) console.error('UNHANDLED', e)});
const b = await startBench({root:'/tmp/wt/probes', port:0});
const world = {origin:b.origin, WebSocketClass:WebSocket, freshObject:()=>crypto.randomUUID()};
const jobs = allGroups.flatMap(g=>g.probes.flatMap(probe=>systemIds.map(system=>({probe,system})))).filter(j=>!process.argv[2]||j.probe.id.startsWith(process.argv[2]));
const t=Date.now();
const q=[...jobs].sort((a,b)=>Number(b.probe.id.startsWith('hib'))-Number(a.probe.id.startsWith('hib'))); const out=[]; await Promise.all(Array.from({length:12}, async()=>{ for(let j=q.shift(); j; j=q.shift()) out.push(await (async()=>{ try { return await runProbe(j, world)} catch(e){ return {probe:j.probe.id, system:j.system, result:'BROKEN', detail:String(e.stack)} }})()) }));
out.sort((a,b)=>a.probe<b.probe?-1:a.probe>b.probe?1:0);
const err=console.error;
for (const r of out) process.stdout.write(`${r.probe.padEnd(28)} ${r.system.padEnd(14)} ${r.result.padEnd(15)} ${r.detail}\n`);
process.stdout.write(`${out.length} ${Date.now()-t} ms\n`);
await b.stop();
process.exit(0)
