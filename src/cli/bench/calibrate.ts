/** `npm run bench -- calibrate`: how often the statistics are right on simulated runs. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker, parentPort } from 'node:worker_threads';
import { formatPercent } from '../../numbers/format.ts';
import type { RunsPart } from '../../calibrate/simulate.ts';
import {
  addTally,
  type Scenario,
  scenarioOf,
  type Tally,
  tallyRuns,
} from '../../calibrate/tally.ts';
import { weathers } from '../../calibrate/weathers.ts';
import { tableOf } from '../../tables/table.ts';
import { toText } from '../../tables/text.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { StatusLine } from '../shared/progress.ts';

interface CalibrationTask extends RunsPart {
  weather: string;
}

// A thread of the calibration simulates the runs it is told to, and posts the counts back.
parentPort?.on('message', ({ weather, ...part }: CalibrationTask) => {
  parentPort?.postMessage(tallyRuns(weather, part));
});

/** Runs a thread simulates before it asks for more. */
const RUNS_PER_TASK = 100;

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- calibrate [flags]'],
      about:
        'Simulates runs whose truth is known and counts how often the statistics get it right.',
      flags: {
        runs: { value: '<number>', help: 'simulated runs in each scenario, 1 to 1000000 (2000)' },
        seed: { value: '<number>', help: 'seed of the simulation, 0 to 4294967295 (1)' },
        json: { help: 'one JSON document on stdout instead of a table' },
      },
    },
    async ({ values }) => {
      const runs = wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000);
      const seed = wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff);
      const scenarios = await calibrate(runs, seed);
      const document = { layout: 'sessions', seed, runs, scenarios };
      console.log(values.json ? JSON.stringify(document, undefined, 2) : table(scenarios));
      return 0;
    },
    argv,
  );

/** Every scenario, in the order of the weathers whatever the number of threads. */
async function calibrate(runs: number, seed: number): Promise<Scenario[]> {
  const tasks: CalibrationTask[] = weathers.flatMap(({ name: weather }) =>
    Array.from({ length: Math.ceil(runs / RUNS_PER_TASK) }, (_, part) => {
      const first = part * RUNS_PER_TASK;
      return { weather, seed, first, end: Math.min(runs, first + RUNS_PER_TASK) };
    }),
  );
  const sums = new Map<CalibrationTask, Tally[]>();
  const queue = tasks.values();
  const line = new StatusLine(process.stderr);
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url), {
      // The simulation makes much short-lived garbage; with room for it, little is copied.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    try {
      for (const task of queue) {
        worker.postMessage(task);
        // Rejects when the thread throws.
        const [counts] = (await once(worker, 'message')) as [Tally[]];
        sums.set(task, counts);
        const { length } = tasks;
        // A log keeps a line every tenth of the way.
        const keep = sums.size === length || sums.size % Math.ceil(length / 10) === 0;
        line.show(`${sums.size} of ${length} parts simulated`, sums.size / length, keep);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  line.end();
  return weathers.flatMap(({ name }) => {
    const parts = tasks.flatMap((task) => (task.weather === name ? [sums.get(task) ?? []] : []));
    // The counts of each scenario are added in the order of the runs.
    const whole = parts.reduce((sum, more) =>
      sum.map((each, at) => addTally(each, more[at] as Tally)),
    );
    return whole.map((tally) => scenarioOf(name, tally));
  });
}

function table(scenarios: readonly Scenario[]): string {
  const seconds = (ms: number | null | undefined) =>
    ms === undefined ? '' : ms === null ? 'more' : String(ms / 1000);
  const column = (label: string, of: (scenario: Scenario) => string, note?: string) => ({
    ...{ id: label, label, kind: 'number' as const, of },
    ...(note && { note }),
  });
  const rate = (label: string, of: (scenario: Scenario) => number) =>
    column(label, (scenario) => formatPercent(of(scenario), 1));
  return toText(
    tableOf(scenarios, {
      caption: 'Simulated runs',
      columns: [
        { id: 'conditions', label: 'Conditions', kind: 'text', of: ({ name }) => name },
        column('Ratio', ({ ratio }) => String(ratio)),
        { id: 'ending', label: 'Ending', kind: 'text', of: ({ ending }) => ending },
        rate('Coverage', ({ coverage }) => coverage),
        rate('A/A controls called different', ({ calledDifferent }) => calledDifferent),
        rate('right', ({ right }) => right),
        rate('faster', ({ faster }) => faster),
        rate('slower', ({ slower }) => slower),
        rate('equal', ({ equal }) => equal),
        column('Sessions', ({ meanSessions }) => meanSessions.toFixed(1)),
        column('Half decided', ({ decidedMs }) => seconds(decidedMs?.p50), 's'),
        column('90 % decided', ({ decidedMs }) => seconds(decidedMs?.p90), 's'),
      ],
    }),
  );
}
