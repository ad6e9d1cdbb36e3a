import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { type Arm, makePlan, seeded, type Study } from '../plan/index.ts';
import { CONTROL } from '../record/index.ts';
import { runUntil } from '../run/index.ts';
import { compare, ofSessions, ratioOf } from '../statistics/index.ts';
import { VirtualClock } from '../testing/virtual-bench.ts';
import published from '../../../content/calibration/2026-11-25-sessions-seed-1.json';
import { simulate, simulatedArms, simulatedSessions, simulatedTimes } from './simulate.ts';
import { addTally, type Scenario, scenarioOf, tallyRuns } from './tally.ts';
import { type NoiseModel, noiseModels } from './noise.ts';

const noise = (name: string): NoiseModel => {
  const known = noiseModels.find((each) => each.name === name);
  if (known === undefined) throw new Error(`no noise model ${name}`);
  return known;
};

const BUDGET_MS = 6000;
const SCALES = new Map([
  ['reference', 1],
  ['subject', 1.1],
  [CONTROL, 1],
]);

/** A measurement, from plan to record, under a noise model: only clock, timers and sockets are made up. */
async function measured(name: string, seed: number) {
  const clock = new VirtualClock();
  const connect = noise(name).begin(seeded(seed));
  const arm = (id: string): Arm<() => Promise<void>> => ({
    id,
    label: id,
    system: id,
    accept: 'in-memory',
    async load() {
      const scale = SCALES.get(id) ?? 1;
      return async () => {
        const take = connect(id, scale);
        await clock.sleep(5);
        return { operations: () => clock.sleep(take(clock.now())), close: () => undefined };
      };
    },
  });
  const study: Study<() => Promise<void>> = {
    ...{ id: 'simulation', title: 'Simulation', question: 'Do both ways agree?' },
    arms: [arm('reference'), arm('subject')],
    workloads: [
      {
        ...{ id: 'calls', label: 'Calls', question: 'How long does a call take?' },
        operation: () => (call) => call(),
        wrong: () => undefined,
        check: () => Promise.resolve(undefined),
      },
    ],
    ...{ baseline: 'reference', reference: 'reference', subjects: ['subject'], margin: 0.05 },
    deadlineMs: 10_000,
  };
  const { plan } = makePlan(study, { length: { rule: 'time', budgetMs: BUDGET_MS } }, seed, 1);
  const { now, after } = clock;
  const run = runUntil({
    ...{ study, plan, clockStepUs: 5 },
    world: { now, after, freshObject: () => 'object' },
  });
  return { study, plan, ...(await clock.drive(run)) };
}

/** The same without sockets. */
function simulated(name: string, seed: number, arms: ReadonlyMap<string, number> = SCALES) {
  const run = { noise: noise(name), arms, seed, random: seeded(seed) };
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
    const { plan, sessions, study, pilots } = await measured(name, 3);
    const quick = simulated(name, 3);
    expect(Math.abs(sessions.length / quick.length - 1)).toBeLessThan(0.1);
    expect(pilots[0]?.rounds).toBe(quick[0]?.rounds);

    const record = { plan, looks: [], sessions };
    const { subjects } = compare(record, study);
    const estimates = sessions.map(
      (session) =>
        compare({ ...record, sessions: [session] }, study).subjects[0]?.ratio?.estimate ?? NaN,
    );
    const slow = estimates.map(Math.log);
    const values = slow.map((value) => ({ value }));
    const rounds = subjects[0]?.ratio?.rounds ?? 0;
    // What the quick way reads sessions by says the same of a measurement’s sessions.
    expect(ratioOf(ofSessions(values, rounds))?.interval?.high).toBeCloseTo(
      subjects[0]?.ratio?.interval?.high ?? NaN,
      9,
    );

    const fast = quick.map(({ logRatios }) => logRatios.get('subject')?.[0] ?? NaN);
    const spread = sampleStandardDeviation(fast);
    expect(sampleStandardDeviation(slow) / spread).toBeGreaterThan(0.75);
    expect(sampleStandardDeviation(slow) / spread).toBeLessThan(1.33);
    const error = spread * Math.sqrt(1 / fast.length + 1 / slow.length);
    expect(Math.abs(mean(slow) - mean(fast))).toBeLessThan(3 * error);
  });

  it('differ from one noise model to the next, and replay from their seeds', () => {
    const runs = noiseModels.map((each) =>
      JSON.stringify(simulated(each.name, 1, simulatedArms(each)).map(({ spentMs }) => spentMs)),
    );
    expect(new Set(runs).size).toBe(noiseModels.length);
    expect(simulated('pareto', 1)).toEqual(simulated('pareto', 1));
  });
});

describe('simulate', () => {
  it('ends a run early where all is clear, and keeps others going', () => {
    const [, , , clear] = simulate(noise('near'), { planSeed: 1, worldSeed: 2 });
    const [time, untilDecided, keptGoing] = clear ?? [];
    expect(untilDecided).toEqual(keptGoing);
    expect(untilDecided?.decidedAt).toBe(0);
    expect(untilDecided?.subjects.map(({ verdict }) => verdict)).toEqual([
      'slower',
      'slower',
      'slower',
    ]);
    expect(untilDecided?.sessions).toBeLessThan(time?.sessions ?? 0);

    const [noisy] = simulate(noise('pareto'), { planSeed: 1, worldSeed: 2 });
    expect(noisy?.[1]).toMatchObject({
      decidedAt: undefined,
      subjects: [{ verdict: 'undecided' }, {}, {}],
    });
    expect(noisy?.[2]?.sessions).toBeGreaterThan(noisy?.[1]?.sessions ?? Infinity);
  });
});

describe('the tally', () => {
  it('adds up from parts to the same as from the whole', () => {
    const whole = tallyRuns('ocean', { seed: 3, first: 0, end: 6 });
    const first = tallyRuns('ocean', { seed: 3, first: 0, end: 2 });
    const rest = tallyRuns('ocean', { seed: 3, first: 2, end: 6 });
    expect(first.map((tally, at) => addTally(tally, rest[at] ?? tally))).toEqual(whole);
  });

  it('reads times to decide off the interim analyses', () => {
    const [, , tally] = tallyRuns('far', { seed: 1, first: 0, end: 1 });
    if (tally === undefined) throw new Error('no tally');
    const decidedAt = [0, 2, 5, 1, 0, 0, 0, 0, 0, 0];
    const times = simulatedTimes(noise('far'));
    const scenario = scenarioOf('far', { ...tally, runs: 10, decidedAt });
    expect(scenario.decidedMs).toEqual({ p50: times[2], p90: null });
    expect(scenario.decidedInMinute).toBe(0.2);
    expect(scenario.mostMs).toBe(times.at(-1));
  });

  it('names the noise model it does not know', () => {
    const unknown = () => tallyRuns('fog', { seed: 1, first: 0, end: 1 });
    expect(unknown).toThrow('got "fog", expected one of near, far');
  });
});

describe('the published calibration', () => {
  const { scenarios } = published as { scenarios: Scenario[] };

  it('has the scenarios that the code simulates, each with its longest time', () => {
    const made = noiseModels.flatMap(({ name }) =>
      tallyRuns(name, { seed: 1, first: 0, end: 0 }).map((tally) => scenarioOf(name, tally)),
    );
    const outline = ({ name, ratio, ending, mostMs }: Scenario) => [name, ratio, ending, mostMs];
    expect(scenarios).toHaveLength(144);
    expect(scenarios.map(outline)).toEqual(made.map(outline));
  });

  it('comes from runs that these seeds still give', () => {
    const [, untilDecided] = tallyRuns('near', { seed: 1, first: 0, end: 20 });
    expect(untilDecided).toMatchObject({
      ...{ intervals: 60, covering: 57, controlCalledDifferent: 0, sessions: 295, equal: 60 },
      decidedAt: [19, 1, 0, 0, 0, 0, 0],
    });
  });
});

describe('calibration in small', () => {
  const scenarios: Scenario[] = ['near', 'far', 'sessions differ'].flatMap((name) =>
    tallyRuns(name, { seed: 7, first: 0, end: 150 }).map((tally) => scenarioOf(name, tally)),
  );
  const part = (ending: string, value: (scenario: Scenario) => number) =>
    mean(scenarios.filter((each) => each.ending === ending).map(value));

  it.each(['time', 'until-decided', 'kept-going'])('covers the truth: %s', (ending) => {
    // 1,800 intervals, of four subjects in 450 runs; those of a run share its reference.
    expect(part(ending, ({ coverage }) => coverage)).toBeGreaterThan(0.935);
    expect(part(ending, ({ coverage }) => coverage)).toBeLessThan(0.975);
  });

  it.each(['time', 'until-decided', 'kept-going'])(
    'finds nothing where nothing is: %s',
    (ending) => {
      expect(part(ending, ({ calledDifferent }) => calledDifferent)).toBeLessThan(0.04);
      const wrong = part(
        ending,
        ({ faster, slower, equal, right }) => faster + slower + equal - right,
      );
      expect(wrong).toBeLessThan(0.01);
    },
  );

  it('finds what is there', () => {
    const clear = scenarios.filter(({ ratio, ending }) => ratio === 1.5 && ending === 'kept-going');
    expect(clear.map(({ right }) => right)).toEqual([1, 1, 1]);
    const alike = scenarios.find(({ name, ratio }) => name === 'near' && ratio === 1);
    expect(alike?.equal).toBeGreaterThan(0.95);
  });
});
