import { describe, expect, it } from 'vitest';
import { type Length, wholeTurn } from '../../core/plan/index.ts';
import { measured } from '../../results/numbers/quantity.ts';
import { rowOf } from '../../results/testing/rows.ts';
import { type ChosenSize, estimate, networkTo, roundsWithin, sizeOfRows } from './estimate.ts';

const network = { msPerOperation: 2, connectMs: 10, bytesPerOperation: 150 };
const fixed = (rounds: number): Length => ({ rule: 'fixed', rounds });
/** One round of one arm. */
const ofOne = (size: ChosenSize, to = network) =>
  estimate({ length: fixed(1), arms: 1, workloads: [size] }, to);
const choice = { length: fixed(40), arms: 6, workloads: [{}] };

describe('estimate', () => {
  const openMs = 10 * 6 * 10;

  it('of fixed rounds counts their turns, and the opening and warm-up of their sessions', () => {
    // A turn is twelve operations of 2 ms, a session four rounds; each opens six sockets, and warms up by two operations.
    const made = (40 * 12 + 10 * 2) * 6;
    expect(estimate(choice, network)).toEqual({ ms: made * 2 + openMs, bytes: made * 150 });
  });

  it('opens connections once for all workloads that share them', () => {
    const ms = (workloads: ChosenSize[]) =>
      estimate({ ...choice, workloads }, network).ms - workloads.length * 500 * 6 * 2;
    expect(ms([{}, {}, {}])).toBeCloseTo(3 * openMs, 6);
    expect(ms([{ shared: true }, { shared: true }, {}])).toBeCloseTo(2 * openMs, 6);
  });

  it('knows of rates, callers, payloads, and of arms that cannot do a workload', () => {
    const ms = (size: ChosenSize) => ofOne({ turn: wholeTurn(0, 98), ...size }).ms - 10;
    const plainMs = ms({});
    expect(plainMs).toBeCloseTo(200, 9);
    expect(ms({ concurrency: 4 })).toBeCloseTo(50, 9);
    expect(ms({ bytesPerOperation: 1_000_000 })).toBeGreaterThan(20 * plainMs);
    expect(ms({ callsPerOperation: 50 })).toBeGreaterThan(plainMs);
    const lacking = { ...choice, workloads: [{ lacking: 4 }] };
    expect(ms({ per: 'item' })).toBeGreaterThan(plainMs);
    expect(estimate(lacking, network).ms).toBe(500 * 2 * 2 + openMs);
  });

  it('counts one message where the calls of an operation stay at the bench', () => {
    const bytes = (size: ChosenSize) => ofOne({ turn: wholeTurn(0, 1), ...size }).bytes / 3;
    const batch = { callsPerOperation: 50, bytesPerOperation: 5000 };
    expect(bytes(batch)).toBe(50 * 150 + 5000);
    expect(bytes({ ...batch, atBench: true })).toBe(150);
  });

  it('is the usual time if none is asked for, which depends on the network to the bench', () => {
    const ms = (msPerOperation: number) =>
      estimate({ ...choice, length: undefined }, { ...network, msPerOperation }).ms;
    expect([ms(2), ms(25), ms(80)]).toEqual([18_000, 32_000, 60_000]);
    expect(estimate({ ...choice, length: undefined, budgetMs: 12_000 }, network).ms).toBe(12_000);
  });
});

it('allows a study with rounds of its own fewer of them where they would send much', () => {
  const workloads = [{ bytesPerOperation: 100_000 }];
  expect(roundsWithin({ arms: 6, workloads }, network, 40)).toBeLessThan(40);
  expect(roundsWithin({ arms: 6, workloads: [{}] }, network, 40)).toBe(40);
});

it('goes by what the operation took where it was published, and the way there and back', () => {
  const row = (arm: string, ms: number) => rowOf(arm, { time: measured(ms) });
  const size = sizeOfRows({}, [row('a', 30), row('b', 50), row('c', 1000)], ['a', 'b']);
  const ms = (origin: string) => ofOne(size, networkTo(origin, false)).ms;
  // Nearby a turn is twelve operations, afar one; two more warm up, and a connection is opened.
  expect(ms('http://localhost:8788')).toBeCloseTo(14 * 40 + 5, 9);
  expect(ms('https://bench.example.org')).toBeCloseTo(3 * 65 + 75, 9);
});

it.each([
  ['http://localhost:1', false, 0.5],
  ['http://bench.localhost', false, 0.5],
  ['http://127.0.0.1', false, 0.5],
  ['http://[::1]', false, 0.5],
  ['https://bench.example.org', false, 25],
  ['https://localhost.example.org', false, 25],
  ['', true, 0.1],
] as const)('takes %s, in the page: %s, to be %d ms away', (origin, inPage, expected) => {
  expect(networkTo(origin, inPage).msPerOperation).toBe(expected);
});
