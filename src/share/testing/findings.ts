/** Findings made up for tests. */
import fc from 'fast-check';
import { CONTROL } from '../../harness/record/index.ts';
import { type Finding, QUANTILES } from '../../report/finding.ts';

/** An amount of four digits and its unit, as a link has them. */
const amounts = fc.record({
  whole: fc.integer({ min: 1000, max: 9999 }),
  power: fc.integer({ min: -7, max: 0 }),
});
const distances = fc.tuple(fc.nat(999), fc.nat(99_999));
const steps = fc.array(fc.nat(999), { minLength: QUANTILES.length, maxLength: QUANTILES.length });
const valueOf = (whole: number, power: number) => Number(`${whole}e${power}`);
/** What stands at both ends of an interval, or nothing. */
const endsOf = (whole: number, power: number, distance: [number, number] | null) =>
  distance && {
    low: valueOf(whole - distance[0], power),
    high: valueOf(whole + distance[1], power),
  };
/** The fields, each of those behind the first argument there or not. */
const some = <Fields extends object>(fields: {
  [Key in keyof Fields]: fc.Arbitrary<Fields[Key]>;
}) => fc.record<Fields, never>(fields, { requiredKeys: [] });

/** A finding with every workload and every arm given. */
export function findings(of: {
  study: string;
  arms: readonly string[];
  workloads: readonly string[];
}): fc.Arbitrary<Finding> {
  const arms = [...of.arms, CONTROL];
  const ratioOf = (arm: string) =>
    fc
      .tuple(
        amounts,
        fc.option(distances),
        some({
          neededMs: fc.nat(1_000_000),
          flaw: fc.constantFrom('no-interval', 'differs', 'wide'),
        }),
        fc.constantFrom('faster', 'slower', 'equal', 'undecided'),
      )
      .map(([{ whole, power }, distance, more, verdict]) => ({
        ...{ arm, ratio: valueOf(whole, power), verdict, ...more },
        ...endsOf(whole, power, distance),
        ...(distance && { level: 0.95 }),
      }));
  const timesOf = (arm: string) =>
    fc
      .tuple(amounts, fc.option(distances), fc.option(fc.nat(99_999)), fc.option(steps))
      .map(([{ whole, power }, distance, network, between]) => ({
        ...{ arm, median: valueOf(whole, power), ...endsOf(whole, power, distance) },
        ...(network !== null && { network: valueOf(network, power) }),
        quantiles: (between ?? []).map((_, at, all) =>
          valueOf(
            all.slice(0, at + 1).reduce((sum, step) => sum + step, 0),
            power,
          ),
        ),
      }));
  const workload = (id: string) =>
    fc.record({
      id: fc.constant(id),
      ratios: fc.tuple(...arms.slice(1).map(ratioOf)),
      arms: fc.tuple(...arms.map(timesOf)),
    });
  return fc.record({
    study: fc.constant(of.study),
    startedAt: fc.constant('2026-11-21T14:22:09.123Z'),
    seed: fc.nat(0xffffffff),
    end: fc.constantFrom('complete', 'cancelled', 'lost'),
    plan: fc.record({
      rule: fc.constantFrom('fixed', 'until-decided', 'time'),
      arms: fc.constant(arms),
      workloads: fc.constant([...of.workloads]),
    }),
    environment: fc
      .tuple(
        some({
          network: fc.record({
            roundTripMs: fc.integer({ min: 1, max: 300 }),
            jitterMs: fc.nat(10),
          }),
          platform: fc.constant('Windows NT 10.0; Win64'),
          colo: fc.constant('FRA'),
          thread: fc.constantFrom('worker', 'page'),
        }),
        fc.integer({ min: 1, max: 1000 }),
      )
      .map(([more, clockStepUs]) => ({
        ...{ setting: 'deployed', origin: 'https://bench.example.org', runtime: 'Chromium 156' },
        ...{ clockStepUs, ...more },
      })),
    workloads: fc.tuple(...of.workloads.map(workload)),
  });
}

/** One of them, always the same. */
export function oneOf(arbitrary: fc.Arbitrary<Finding>): Finding {
  return fc.sample(arbitrary, { numRuns: 1, seed: 7 })[0] as Finding;
}
