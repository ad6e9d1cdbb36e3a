import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshProcesses } from './connect.ts';
import { type Runtime, runtimes } from './names.ts';
import { transports } from '../../systems/json-lines/process.ts';

const meter = { count: vi.fn(), opened: vi.fn(), lost: vi.fn() };
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
  it('say that they serve, and answer over a fresh connection', async () => {
    const processes = fresh(runtime);
    const begin = vi.fn();
    await processes.started(begin);
    expect(meter.count.mock.calls).toEqual([['in', 'ready\n']]);
    meter.count.mockClear();
    expect(await processes.handshaken(begin)).toBe(1);
    expect(begin).toHaveBeenCalledTimes(2);
    expect(meter.count.mock.calls.map(([way]: unknown[]) => way)).toEqual(['out', 'in']);
    expect(meter.lost).not.toHaveBeenCalled();
  });
});

describe('processes that come to nothing', () => {
  it('are told with what they said last', async () => {
    const processes = fresh('node', 'pigeon');
    await expect(processes.started()).rejects.toThrow(
      /^the other process ended with code 1: .*got "pigeon" of json-lines, expected one of stdio/s,
    );
  });
});
