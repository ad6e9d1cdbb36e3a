import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { seeded } from '../plan/index.ts';
import { CONTROL } from '../record/index.ts';
import { compare, ofSessions, ratioOf } from '../statistics/index.ts';
import { COMPARED } from '../testing/fixture.ts';
import { only, runVirtual } from '../testing/virtual-run.ts';
import { noiseModelOf, noiseModels } from './noise.ts';
import { repeats, simulateRepeats } from './repeats.ts';
import { simulate, simulatedArms, simulatedSessions, simulatedTimes } from './simulate.ts';
import { addTally, type Scenario, scenarioOf, tallyRuns } from './tally.ts';

const BUDGET_MS = 6000;
const SCALES = new Map(Object.entries({ reference: 1, floor: 1, subject: 1.1, [CONTROL]: 1 }));

/** Sessions of a simulated run of one workload. */
function simulated(name: string, seed: number, arms: ReadonlyMap<string, number> = SCALES) {
  const run = { noise: noiseModelOf(name), arms, seed, random: seeded(seed) };
  const sessions = [];
  let spentMs = 0;
  for (const session of simulatedSessions({ ...run, workloads: 1, shareMs: BUDGET_MS })) {
    sessions.push(session);
    spentMs += session.spentMs;
    if (spentMs > BUDGET_MS) break;
  }
  return sessions;
}

describe('simulated sessions', () => {
  it.each(['sessions differ', 'autocorrelated'])('are those of a measurement: %s', async (name) => {
    const connect = noiseModelOf(name).begin(seeded(3));
    const connections = new Map<number, (nowMs: number) => number>();
    const { plan, sessions, pilots } = await runVirtual({
      study: only({ wrong: () => undefined }),
      options: { length: { rule: 'time', budgetMs: BUDGET_MS } },
      clockStepUs: 5,
      behave({ arm, connection }, { clock }) {
        const take = connections.get(connection) ?? connect(arm, SCALES.get(arm) ?? 1);
        connections.set(connection, take);
        return clock.sleep(take(clock.now()));
      },
    });
    const quick = simulated(name, 3);
    expect(Math.abs(sessions.length / quick.length - 1)).toBeLessThan(0.1);
    expect(pilots[0]?.rounds).toBe(quick[0]?.rounds);

    const ratioIn = (some: typeof sessions) =>
      compare({ plan, looks: [], sessions: some }, COMPARED).subjects[0]?.ratio;
    const slow = sessions.map((session) => Math.log(ratioIn([session])?.estimate ?? NaN));
    const values = slow.map((value) => ({ value }));
    // The simulation reads its sessions by the statistics that a measurement is read by.
    const { high } = ratioOf(ofSessions(values, 0))?.interval ?? {};
    expect(high).toBeCloseTo(ratioIn(sessions)?.interval?.high ?? NaN, 9);

    const fast = quick.map(({ logRatios }) => logRatios.get('subject')?.[0] ?? NaN);
    const spread = sampleStandardDeviation(fast);
    expect(sampleStandardDeviation(slow) / spread).toBeGreaterThan(0.75);
    expect(sampleStandardDeviation(slow) / spread).toBeLessThan(1.33);
    const error = spread * Math.sqrt(1 / fast.length + 1 / slow.length);
    expect(Math.abs(mean(slow) - mean(fast))).toBeLessThan(3 * error);
  });

  it('differ from one noise model to the next, and replay from their seeds', () => {
    const timesOf = (sessions: ReturnType<typeof simulated>) =>
      JSON.stringify(sessions.map(({ spentMs }) => spentMs));
    const runs = noiseModels.map((each) => simulated(each.name, 1, simulatedArms(each)));
    expect(new Set(runs.map(timesOf)).size).toBe(noiseModels.length);
    expect(simulated('pareto', 1)).toEqual(simulated('pareto', 1));
  });
});

it('a simulated run ends early if all is clear, and others are kept going', () => {
  const seeds = { planSeed: 1, worldSeed: 2 };
  const [, , , [time, decided, keptGoing] = []] = simulate(noiseModelOf('near'), seeds);
  expect(decided).toEqual(keptGoing);
  expect(decided?.decidedAt).toBe(0);
  expect(new Set(decided?.subjects.map(({ verdict }) => verdict))).toEqual(new Set(['slower']));
  expect(decided?.sessions).toBeLessThan(time?.sessions ?? 0);

  const [[, noisy, goneOn] = []] = simulate(noiseModelOf('pareto'), seeds);
  expect(noisy?.decidedAt).toBeUndefined();
  expect(noisy?.subjects[0]?.verdict).toBe('undecided');
  expect(goneOn?.sessions).toBeGreaterThan(noisy?.sessions ?? Infinity);
});

describe('the tally', () => {
  it('adds up from parts to the same as from the whole', () => {
    const part = (first: number, end: number) => tallyRuns('ocean', { seed: 3, first, end });
    const rest = part(2, 6);
    expect(part(0, 2).map((tally, at) => addTally(tally, rest[at] ?? tally))).toEqual(part(0, 6));
  });

  it('reads times to decide off the interim analyses', () => {
    const [, , tally] = tallyRuns('far', { seed: 1, first: 0, end: 1 });
    if (tally === undefined) throw new Error('no tally');
    const times = simulatedTimes(noiseModelOf('far'));
    const decidedAt = [0, 2, 5, 1, 0, 0, 0, 0, 0, 0];
    const scenario = scenarioOf('far', { ...tally, runs: 10, decidedAt });
    expect(scenario).toMatchObject({ decidedInMinute: 0.2, mostMs: times.at(-1) });
    expect(scenario.decidedMs).toEqual({ p50: times[2], p90: null });
  });

  it('names the noise model that it does not know', () => {
    const unknown = () => tallyRuns('fog', { seed: 1, first: 0, end: 1 });
    expect(unknown).toThrow('noise: got "fog", expected one of near, far');
  });
});

describe('calibration in small', () => {
  const scenarios: Scenario[] = ['near', 'far', 'sessions differ'].flatMap((name) =>
    tallyRuns(name, { seed: 7, first: 0, end: 150 }).map((tally) => scenarioOf(name, tally)),
  );
  it.each(['time', 'until-decided', 'kept-going'])('of runs that end so: %s', (ending) => {
    const part = (value: (scenario: Scenario) => number) =>
      mean(scenarios.filter((each) => each.ending === ending).map(value));
    // 1,800 intervals, of four subjects in 450 runs; those of a run share its reference.
    expect(part(({ coverage }) => coverage)).toBeGreaterThan(0.935);
    expect(part(({ coverage }) => coverage)).toBeLessThan(0.975);
    expect(part(({ calledDifferent }) => calledDifferent)).toBeLessThan(0.04);
    const wrong = ({ faster, slower, equal, right }: Scenario) => faster + slower + equal - right;
    expect(part(wrong)).toBeLessThan(0.01);
  });

  it('finds what is there', () => {
    const clear = scenarios.filter(({ ratio, ending }) => ratio === 1.5 && ending === 'kept-going');
    expect(clear.map(({ right }) => right)).toEqual([1, 1, 1]);
    const alike = scenarios.find(({ name, ratio }) => name === 'near' && ratio === 1);
    expect(alike?.equal).toBeGreaterThan(0.95);
  });
});

it.each(repeats.filter(({ spread }) => spread === 0 || spread === 0.03))(
  'intervals across repeated runs hold the truth and the next run: %j',
  (kind) => {
    const found = simulateRepeats(kind, 1000, 1);
    for (const part of [found.coverage, found.next]) {
      expect(part).toBeGreaterThan(0.92);
      expect(part).toBeLessThan(0.98);
    }
    // The interval of one run misses the next one if runs differ.
    if (kind.spread > 0) expect(found.ofOneRun).toBeLessThan(0.8);
  },
);
