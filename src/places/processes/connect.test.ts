import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshProcesses } from './connect.ts';
import { type Extent, readingNames } from './memory.ts';
import { type Runtime, runtimes } from './names.ts';
import { transports } from '../../systems/json-lines/process.ts';

const run = promisify(execFile);
const WAIT = { timeout: 5000 };
const meter = { count: vi.fn(), opened: vi.fn(), lost: vi.fn() };
const SHORT: Extent = { calls: 20, atOnce: 10, payloads: 2, characters: 1000, settleMs: 0 };
const started: Array<ReturnType<typeof freshProcesses>> = [];

function fresh(runtime: Runtime, transport = 'stdio') {
  const arm = { client: runtime, server: runtime, system: 'json-lines', transport };
  const made = freshProcesses(arm, transports.stdio, meter);
  started.push(made);
  return made;
}

afterEach(() => {
  for (const each of started.splice(0)) each.close();
  vi.clearAllMocks();
});

describe.each(runtimes)('processes of %s that are started for one question', (runtime) => {
  it('say that they serve, answer over a fresh connection, and tell their memory', async () => {
    const processes = fresh(runtime);
    const begin = vi.fn();
    await processes.started(begin);
    expect(meter.count.mock.calls).toEqual([['in', 'ready\n']]);
    meter.count.mockClear();
    expect(await processes.handshaken(begin)).toBe(1);
    expect(begin).toHaveBeenCalledTimes(2);
    expect(meter.count.mock.calls.map(([way]: unknown[]) => way)).toEqual(['out', 'in']);
    const { readings, ...done } = await processes.memory(SHORT);
    expect(done).toEqual({ calls: 20, payloads: 2 });
    expect(Object.keys(readings).sort()).toEqual(readingNames.toSorted());
    for (const bytes of Object.values(readings)) expect(bytes).toBeGreaterThan(10_000_000);
    // Each side is counted by itself, and by both counters alike.
    expect(readings['caller/rest/system']).not.toBe(readings['server/rest/system']);
    expect(readings['server/end/runtime'] / readings['server/end/system']).toBeCloseTo(1, 0);
    expect(meter.lost).not.toHaveBeenCalled();
  });
});

describe('processes that come to nothing', () => {
  it('are told with what they said last', async () => {
    const processes = fresh('node', 'pigeon');
    await expect(processes.started()).rejects.toThrow(
      /^the other process ended with code 1: .*got "pigeon" of json-lines, expected one of stdio/s,
    );
    await expect(processes.memory(SHORT)).rejects.toThrow(
      /^the caller’s process ended with code 1: .*got "pigeon" of json-lines/s,
    );
  });

  it('end with whoever asked', async () => {
    const processes = fresh('node');
    // By its number of calls, its command is told from all others.
    const calls = 10 ** 12 + process.pid;
    const reading = processes.memory({ ...SHORT, calls });
    const outcome = reading.catch((error: Error) => error.message);
    const pids = await vi.waitUntil(async () => {
      const caller = (await running()).find(({ command }) => command.includes(String(calls)));
      const server = (await running()).find(({ parent }) => parent === caller?.pid);
      return caller && server && [caller.pid, server.pid];
    }, WAIT);
    processes.close();
    expect(await outcome).toBe('the caller’s process ended with signal SIGKILL');
    await vi.waitUntil(async () => !(await running()).some(({ pid }) => pids.includes(pid)), WAIT);
  });
});

/** Every process that runs, as `ps` has it. */
async function running(): Promise<Array<{ pid: number; parent: number; command: string }>> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = 'Z', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
