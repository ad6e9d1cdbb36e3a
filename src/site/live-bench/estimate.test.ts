import { describe, expect, it } from 'vitest';
import { type Length, wholeTurn } from '../../core/plan/index.ts';
import {
  assumedNetwork,
  type ChosenSize,
  estimate,
  estimateText,
  networkTo,
  roundsWithin,
  roundTripOf,
} from './estimate.ts';

const network = { msPerOperation: 2, connectMs: 10, bytesPerOperation: 150 };
const fixed = (rounds: number): Length => ({ rule: 'fixed', rounds });
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
    const ms = (size: Partial<ChosenSize>) =>
      estimate(
        { length: fixed(1), arms: 1, workloads: [{ turn: wholeTurn(0, 98), ...size }] },
        network,
      ).ms - 10;
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
    const bytes = (size: ChosenSize) =>
      estimate(
        { length: fixed(1), arms: 1, workloads: [{ turn: wholeTurn(0, 1), ...size }] },
        network,
      ).bytes / 3;
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

  it('is said with the most that it takes', () => {
    const of = { ms: 18_000, bytes: 5_432_000 };
    const text = (length: Length | undefined, inPage = false) => estimateText(of, length, inPage);
    expect(text(undefined)).toBe('Takes 18\u202fs and 5.4\u202fMB.');
    expect(text(fixed(40))).toBe('Takes about 18\u202fs and 5.4\u202fMB.');
    expect(text({ rule: 'time', budgetMs: 18_000 }, true)).toBe(
      'Takes 18\u202fs. Nothing leaves this browser.',
    );
  });
});

it('allows a study with rounds of its own fewer of them where they would send much', () => {
  const workloads = [{ bytesPerOperation: 100_000 }];
  expect(roundsWithin({ arms: 6, workloads }, network, 40)).toBeLessThan(40);
  expect(roundsWithin({ arms: 6, workloads: [{}] }, network, 40)).toBe(40);
});

const near = { msPerOperation: 0.5, connectMs: 5, bytesPerOperation: 150 };
const far = { msPerOperation: 25, connectMs: 75, bytesPerOperation: 150 };

it.each([
  ...['localhost', 'bench.localhost', '127.0.0.1', '[::1]'].map(
    (host) => [() => assumedNetwork(host), near] as const,
  ),
  ...['bench.example.org', 'localhost.example.org', ''].map(
    (host) => [() => assumedNetwork(host), far] as const,
  ),
  // A socket of TLS takes three times there and back.
  [() => assumedNetwork('bench.example.org', 8), { ...far, msPerOperation: 8, connectMs: 24 }],
  [() => networkTo('', true), { msPerOperation: 0.1, connectMs: 30, bytesPerOperation: 0 }],
] as const)('%s is a network of %j', (networkOf, expected) => {
  expect(networkOf()).toEqual(expected);
});

describe('the network to a bench', () => {
  const file = (ms: number, transferSize = 300) => ({
    requestStart: 10,
    responseStart: 10 + ms,
    transferSize,
  });

  it('is as long as the quickest file of the page took that came over the network', () => {
    expect(roundTripOf([file(812), file(401), file(0, 0)])).toBe(401);
    expect(roundTripOf([file(0, 0)])).toBeUndefined();
  });

  it('is believed where it is far, and sets how long a run may take', () => {
    const length = undefined;
    const most = (roundTripMs?: number) =>
      estimate({ ...choice, length }, assumedNetwork('localhost', roundTripMs)).ms;
    expect([most(), most(22), most(35), most(400)]).toEqual([18_000, 18_000, 32_000, 120_000]);
  });
});
