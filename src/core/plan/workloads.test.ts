import { describe, expect, it } from 'vitest';
import {
  expectedMs,
  findWorkload,
  SAME_MACHINE,
  type WorkloadSize,
  workloadOf,
  workloadsOf,
} from './workloads.ts';

const named = (id: string) => ({ id, label: `The ${id}`, question: 'How long?' });
const listed = { workloads: [named('first'), named('second')] };
const study = {
  ...listed,
  maker: {
    form: 'made-<number up to 9>',
    make(id: string) {
      const [, number] = /^made-(\d+)$/.exec(id) ?? [];
      if (number === undefined) return undefined;
      if (number.length > 1) throw new RangeError(`workload ${id}: got ${number}, expected 0 to 9`);
      return named(id);
    },
  },
};

describe('a workload by its id', () => {
  it('is one of those listed, or made', () => {
    expect(workloadOf(study, 'second')).toBe(study.workloads[1]);
    expect(workloadOf(study, 'made-7').label).toBe('The made-7');
    expect(findWorkload(listed, 'made-7')).toBeUndefined();
  });

  it('is refused where there is none, with what there is', () => {
    expect(() => workloadOf(study, 'third', '--workloads')).toThrow(
      '--workloads: got "third", expected one of first, second, or made-<number up to 9>',
    );
    expect(() => workloadOf(listed, 'made-7')).toThrow(
      'workload: got "made-7", expected one of first, second',
    );
    expect(() => workloadOf(study, 'made-10')).toThrow('got 10, expected 0 to 9');
  });

  it('comes once, those listed in their order and those made behind them in that of the ids', () => {
    const ids = ['made-2', 'second', 'made-1', 'first', 'made-2'];
    expect(workloadsOf(study, ids).map(({ id }) => id)).toEqual([
      'first',
      'second',
      'made-2',
      'made-1',
    ]);
  });
});

describe('the time of an operation before it has run', () => {
  it.each<[WorkloadSize, number]>([
    [{}, 0.5],
    [{ cold: true }, 5.5],
    [{ callsPerOperation: 51 }, 3],
    [{ bytesPerOperation: 1_000_000 }, 50.5],
    [{ per: 'item' }, 20.5],
    [{ concurrency: 4 }, 0.125],
    // However many are under way, each call has its own part.
    [{ concurrency: 100 }, 0.05],
    [{ cold: true, concurrency: 2 }, 2.75],
  ])('of %j near by is %d ms', (size, ms) => {
    expect(expectedMs(size, SAME_MACHINE)).toBeCloseTo(ms, 9);
  });

  it('grows with the round trip', () => {
    expect(expectedMs({ cold: true }, { msPerOperation: 25, connectMs: 75 })).toBe(100);
  });
});
