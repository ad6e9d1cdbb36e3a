import { describe, expect, it } from 'vitest';
import { makePlan, seeded } from '../plan/index.ts';
import type { Block } from '../record/index.ts';
import { run } from '../run/index.ts';
import { compare } from '../statistics/index.ts';
import { simulate, simulatedStudy } from './simulate.ts';
import { addTally, scenarioOf, tallyRuns, type Scenario } from './tally.ts';
import { simulatedWorld, type Weather, weathers } from './world.ts';

const calm: Weather = { name: 'calm', startBlock: () => (scale) => scale };
const weather = (name: string) => weathers.find((known) => known.name === name) ?? calm;

const blocksOf = async (inWeather: Weather, rounds: number): Promise<Block[]> => {
  const study = simulatedStudy();
  const plan = makePlan(study, { rounds }, 1);
  const world = simulatedWorld(inWeather, seeded(2));
  const blocks: Block[] = [];
  for await (const event of run(study, plan, 'http://x', world, new AbortController().signal)) {
    if (event.type === 'block-ended') blocks.push(event.block);
  }
  return blocks;
};

describe('the simulated world', () => {
  it('passes through plan, run, check and meter', async () => {
    const blocks = await blocksOf(calm, 1);
    expect(blocks).toHaveLength(10);
    const subject = blocks.find(({ arm }) => arm === 'takes 2');
    expect(subject).toMatchObject({ connectUs: 2000, frames: { out: 5, in: 5 } });
    expect(subject?.samplesUs).toEqual([2000, 2000, 2000, 2000, 2000]);
    expect(subject?.void).toBeUndefined();
  });

  it('has blocks without an answer end at their deadline as stalled', async () => {
    const silent: Weather = { name: 'silent', startBlock: () => () => Infinity };
    const [block] = await blocksOf(silent, 1);
    expect(block?.void).toBe('stalled');
  });

  it('differs from one weather to the next, and replays from its seeds', async () => {
    const runs = await Promise.all(weathers.map((each) => blocksOf(each, 3)));
    expect(new Set(runs.map((blocks) => JSON.stringify(blocks))).size).toBe(weathers.length);
    expect(await blocksOf(weather('pareto'), 3)).toEqual(await blocksOf(weather('pareto'), 3));
  });
});

describe('simulate', () => {
  const simulation = {
    weather: weather('log-normal'),
    maxRounds: 40,
    fixedRounds: [5, 15, 40],
    planSeed: 1,
    worldSeed: 2,
  };

  it('judges the beginning of a run exactly as a run of that length', async () => {
    const outcome = (await simulate(simulation)).find(({ ratio }) => ratio === 1.2);
    const study = simulatedStudy();
    const plan = makePlan(study, { rounds: 15 }, 1);
    const blocks = await blocksOf(weather('log-normal'), 15);
    const options = { ...study, subjects: ['takes 1.2'], rule: 'fixed' } as const;
    const { subjects, twins, corrected } = compare({ plan, blocks }, options);
    expect(outcome?.fixed[1]).toMatchObject({ subjects, twins, corrected, rounds: 15 });
  });

  it('stops early where the difference is clear, and takes every round where there is none', async () => {
    const outcomes = await simulate(simulation);
    const clear = outcomes.find(({ ratio }) => ratio === 2)?.untilDecided;
    expect(clear?.rounds).toBeLessThanOrEqual(13);
    expect(clear?.subjects.map(({ verdict }) => verdict)).toEqual(['slower', 'slower']);
    expect(outcomes.find(({ ratio }) => ratio === 1)?.untilDecided.rounds).toBe(40);
  });
});

describe('the tally', () => {
  it('adds up from parts to the same as from the whole', async () => {
    const whole = await tallyRuns('pareto', { seed: 3, first: 0, end: 6 });
    const first = await tallyRuns('pareto', { seed: 3, first: 0, end: 2 });
    const rest = await tallyRuns('pareto', { seed: 3, first: 2, end: 6 });
    expect(first.map((tally, at) => addTally(tally, rest[at] ?? tally))).toEqual(whole);
  });

  it('names the weather it does not know', async () => {
    const unknown = tallyRuns('fog', { seed: 1, first: 0, end: 1 });
    await expect(unknown).rejects.toThrow('got "fog", expected one of quiet, log-normal');
  });
});

describe('calibration in small', () => {
  it('covers the truth, and finds nothing where there is nothing', async () => {
    const scenarios: Scenario[] = [];
    for (const { name } of weathers) {
      const tallies = await tallyRuns(name, { seed: 7, first: 0, end: 50 });
      scenarios.push(...tallies.map((tally) => scenarioOf(name, tally)));
    }
    const overall = (rounds: number, rule: string, value: (scenario: Scenario) => number) => {
      const some = scenarios.filter((each) => each.rounds === rounds && each.rule === rule);
      return some.reduce((sum, each) => sum + value(each), 0) / some.length;
    };
    // 2,800 intervals each, of four subjects in 700 workloads.
    for (const rounds of [5, 15, 40]) {
      const coverage = overall(rounds, 'fixed', (scenario) => scenario.coverage);
      expect(coverage).toBeGreaterThan(0.935);
      expect(coverage).toBeLessThan(0.985);
      expect(overall(rounds, 'fixed', (scenario) => scenario.calledDifferent)).toBeLessThan(0.05);
    }
    expect(overall(40, 'until-decided', (scenario) => scenario.coverage)).toBeGreaterThan(0.95);
    expect(overall(40, 'until-decided', (scenario) => scenario.calledDifferent)).toBeLessThan(0.04);
    const clear = scenarios.filter(({ ratio, rounds }) => ratio === 2 && rounds === 40);
    expect(Math.min(...clear.map(({ power }) => power))).toBeGreaterThan(0.95);
  });
});
