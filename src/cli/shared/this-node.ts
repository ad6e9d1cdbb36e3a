/** This process and the machine it runs on, as a record has them. */
import { arch, cpus, loadavg, platform } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { ClientLoad } from '../../harness/record/index.ts';
import type { ClientFacts } from '../../harness/run/index.ts';

export function nodeFacts(): ClientFacts {
  const [first] = cpus();
  const [loadAverage = 0] = loadavg();
  const cpu = first?.model.trim() ?? '';
  return {
    runtime: `Node ${process.versions.node}`,
    platform: `${platform()} ${arch()}`,
    cpuCount: cpus().length,
    ...(cpu === '' ? {} : { cpu }),
    loadAverage: Math.round(loadAverage * 100) / 100,
    now: () => performance.now(),
  };
}

/** Tells how busy this process's event loop and all processors were since it was last asked. */
export function nodeLoad(): () => ClientLoad {
  let loop = performance.eventLoopUtilization();
  let used = processors();
  return () => {
    const [loopNow, usedNow] = [performance.eventLoopUtilization(), processors()];
    const idle = 1 - performance.eventLoopUtilization(loopNow, loop).utilization;
    const all = usedNow.all - used.all;
    const system = all > 0 ? (usedNow.busy - used.busy) / all : undefined;
    [loop, used] = [loopNow, usedNow];
    return { idle: share(idle), ...(system === undefined ? {} : { system: share(system) }) };
  };
}

/** Time of all processors since the machine started, in ms. */
function processors(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }));
  const busy = times.reduce((sum, each) => sum + each.busy, 0);
  return { busy, all: busy + times.reduce((sum, each) => sum + each.idle, 0) };
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
