import { describe, expect, it } from 'vitest';
import {
  expectedMs,
  findWorkload,
  type Network,
  SAME_MACHINE,
  workloadOf,
  type WorkloadSize,
  workloadsOf,
} from './workloads.ts';

const named = (id: string) => ({ id, label: `The ${id}`, question: 'How long?' });
const listed = { workloads: [named('first'), named('second')] };
const maker = {
  form: 'made-<number up to 9>',
  make(id: string) {
    const [, number] = /^made-(\d+)$/.exec(id) ?? [];
    if (number === undefined) return undefined;
    if (number.length > 1) throw new RangeError(`workload ${id}: got ${number}, expected 0 to 9`);
    return named(id);
  },
};
const study = { ...listed, maker };

describe('a workload by its id', () => {
  it('is one of those listed, or made', () => {
    expect(workloadOf(study, 'second')).toBe(study.workloads[1]);
    expect(workloadOf(study, 'made-7').label).toBe('The made-7');
    expect(findWorkload(listed, 'made-7')).toBeUndefined();
  });

  it.each([
    [study, 'third', '--x: got "third", expected one of first, second, or made-<number up to 9>'],
    [listed, 'made-7', '--x: got "made-7", expected one of first, second'],
    [study, 'made-10', 'got 10, expected 0 to 9'],
  ])('is refused with the known ones if there is none: %#', (of, id, message) => {
    expect(() => workloadOf(of, id, '--x')).toThrow(message);
  });

  it('comes once, those listed in their order and those made behind them in that of the ids', () => {
    const ids = ['made-2', 'second', 'made-1', 'first', 'made-2'];
    const found = workloadsOf(study, ids).map(({ id }) => id);
    expect(found).toEqual(['first', 'second', 'made-2', 'made-1']);
  });
});

const far = { msPerOperation: 25, connectMs: 75 };
it.each<[WorkloadSize, number, Network?]>([
  [{}, 0.5],
  [{ cold: true }, 5.5],
  [{ cold: true }, 100, far],
  [{ callsPerOperation: 51 }, 3],
  [{ callsPerOperation: 51 }, 27.5, far],
  [{ bytesPerOperation: 1_000_000 }, 50.5],
  [{ per: 'item' }, 20.5],
  [{ concurrency: 4 }, 0.125],
  // However many are under way, each call has its own part.
  [{ concurrency: 100 }, 0.05],
  [{ cold: true, concurrency: 2 }, 2.75],
])('an operation of %j takes %d ms before it has run', (size, ms, network = SAME_MACHINE) => {
  expect(expectedMs(size, network)).toBeCloseTo(ms, 9);
});
