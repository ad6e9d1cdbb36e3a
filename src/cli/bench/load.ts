/**
 * `npm run bench -- load`: many visitors at once on a bench of this machine, each an honest small run
 * over several arms, each with a counter of its own that is checked. The gate has its deployed limits,
 * but no day.
 */
import { randomUUID } from 'node:crypto';
import { quantile } from 'simple-statistics';
import { allCounterArms } from '../../places/bench/counter-arms.ts';
import { gateConfig } from '../../../bench-workers/gate/config.ts';
import type { CounterOperations } from '../../places/bench/operations.ts';
import { messageOf } from '../../bench-client/failure.ts';
import type { Arm } from '../../harness/plan/index.ts';
import { columns } from '../../report/table.ts';
import { served } from '../../systems/index.ts';
import { benchChannel } from '../../places/bench/bench.ts';
import { EXIT_FAILURE, runCommand, wholeNumber } from '../shared/args.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { type Calling, callingWith } from '../shared/identify.ts';
import { inTime, memoryOf } from './figures.ts';

/** Numbers of visitors at once, up to the one that was asked for. */
const STEPS = [1, 10, 100];
/** Arms that a visitor runs, in turn from all there are. */
const ARMS = 3;
/** Header that tells visitors apart; only the bench that this command starts trusts it. */
const VISITOR_HEADER = 'Roundtrip-Visitor';
/** Longest that a call or an opening is waited for, in ms: on one machine, more is a hang. */
const DEADLINE_MS = 30_000;

/** The outcome of visits. */
interface Outcome {
  /** Counters that held exactly what was asked. */
  right: number;
  /** Calls that were answered and are missing from a counter, and those counted more than once. */
  lost: number;
  doubled: number;
  /** Calls and openings that were not answered in time. */
  hanging: number;
  /** Refusals by what the bench says was reached. */
  refused: Record<string, number>;
  /** Failures for which the bench gave no reason. */
  troubles: string[];
}

/** The outcome of so many visitors at once. */
interface Step extends Outcome {
  visitors: number;
  /** Calls that were answered. */
  operations: number;
  operationsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of workerd when all were gone; null where the system does not tell. */
  memoryMiB: number | null;
}

interface Load {
  steps: Step[];
  /** Whether nothing was lost, doubled, hanging or without a reason. */
  ok: boolean;
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- load [flags]'],
      about: `Has many visitors run at once on a bench that it starts on this machine, and checks their counters.
What one visitor does to others who wants all for itself, fuzz --attacks gate-sockets says.`,
      flags: {
        visitors: { value: '<number>', help: 'most at once, 1 to 1000 (500)' },
        calls: { value: '<number>', help: 'calls to each arm of a visitor, 1 to 1000 (20)' },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const visitors = wholeNumber('--visitors', values.visitors ?? '500', 1, 1000);
      const calls = wholeNumber('--calls', values.calls ?? '20', 1, 1000);
      const found = await load(visitors, calls);
      console.log(values.json ? JSON.stringify(found) : text(found));
      return found.ok ? 0 : EXIT_FAILURE;
    },
    argv,
  );

async function load(most: number, calls: number): Promise<Load> {
  const { page, commandLine } = gateConfig({ SETTING: 'deployed', GATE: '' });
  const vars = { VISITOR_HEADER, GATE: JSON.stringify({ page, commandLine }) };
  const bench = await startBench({ root: process.cwd(), port: 0, vars });
  try {
    const steps: Step[] = [];
    for (const visitors of [...STEPS.filter((each) => each < most), most]) {
      steps.push(await together(bench, visitors, calls));
      process.stderr.write(`${visitors} at once: done\n`);
    }
    const ok = steps.every(
      ({ lost, doubled, hanging, troubles }) => lost + doubled + hanging + troubles.length === 0,
    );
    return { steps, ok };
  } finally {
    await bench.stop();
  }
}

/** So many visitors at once, each with a few arms of its own. */
async function together(bench: LocalBench, visitors: number, calls: number): Promise<Step> {
  const arms = allCounterArms();
  const outcome: Outcome = {
    ...{ right: 0, lost: 0, doubled: 0, hanging: 0, refused: {}, troubles: [] },
  };
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: visitors }, async (_, index) => {
      const calling = callingWith({ [VISITOR_HEADER]: `${visitors}-${index}` });
      const own = Array.from({ length: ARMS }, (_each, at) => arms[(index + at) % arms.length]);
      for (const arm of own) {
        if (arm !== undefined) times.push(...(await visit(bench, arm, calling, calls, outcome)));
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const at = (share: number) =>
    times.length === 0 ? 0 : Math.round(quantile(times, share) * 1000) / 1000;
  return {
    visitors,
    operations: times.length,
    operationsPerSecond: Math.round(times.length / seconds),
    ...{ p50Ms: at(0.5), p99Ms: at(0.99) },
    memoryMiB: await memoryOf(bench.pid()),
    ...outcome,
  };
}

function text({ steps, ok }: Load): string {
  const head = ['visitors', 'calls', 'per second', 'p50 ms', 'p99 ms', 'workerd MiB'];
  const wrong = ['right', 'lost', 'doubled', 'hanging', 'refused', 'without a reason'];
  const rows = steps.map((step) => [
    ...[step.visitors, step.operations, step.operationsPerSecond].map(String),
    ...[step.p50Ms.toFixed(2), step.p99Ms.toFixed(2), String(step.memoryMiB ?? 'unknown')],
    ...[step.right, step.lost, step.doubled, step.hanging].map(String),
    String(Object.values(step.refused).reduce((total, count) => total + count, 0)),
    String(step.troubles.length),
  ]);
  const troubles = steps.flatMap((step) => step.troubles).slice(0, 10);
  return [...columns([...head, ...wrong], rows), ...(ok ? [] : ['', ...troubles])].join('\n');
}

class Hanging extends Error {}

const answered = <Value>(what: string, value: Promise<Value>): Promise<Value> =>
  inTime(value, DEADLINE_MS, () => new Hanging(`${what}: no answer`));

/**
 * Visits an arm with so many calls, and notes the outcome. Never rejects.
 *
 * @returns the time of each call that was answered, in ms
 */
async function visit(
  { origin }: LocalBench,
  arm: Arm<CounterOperations>,
  calling: Calling,
  calls: number,
  outcome: Outcome,
): Promise<number[]> {
  const times: number[] = [];
  try {
    const connect = await arm.load();
    const opening = connect(benchChannel({ origin, object: randomUUID(), ...calling }));
    const connection = await answered(`${arm.id} opening`, opening);
    const counter = connection.operations;
    try {
      for (let call = 0; call < calls; call += 1) {
        const startedAt = performance.now();
        await answered(arm.id, counter.increment(1));
        times.push(performance.now() - startedAt);
      }
      const held = await answered(arm.id, counter.getValue());
      if (held === calls) outcome.right += 1;
      outcome.lost += Math.max(0, calls - held);
      outcome.doubled += Math.max(0, held - calls);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof Hanging) outcome.hanging += 1;
    else await explain(error, `${origin}/bench/${arm.id}`, calling.fetch, outcome);
  }
  return times;
}

/** Asks the bench why it refused: a plain GET of an address is answered with the reason. */
async function explain(
  error: unknown,
  arm: string,
  fetch: typeof globalThis.fetch,
  outcome: Outcome,
): Promise<void> {
  const [, system = ''] = /\/bench\/([^/]+)/.exec(arm) ?? [];
  const suffix = served.find(({ id }) => id === system)?.addressSuffix ?? '';
  const response = await fetch(`${arm}/${randomUUID()}${suffix}`).catch(() => undefined);
  const body = (await response?.json().catch(() => null)) as { reached?: string } | null;
  if (response?.status === 429 && typeof body?.reached === 'string') {
    outcome.refused[body.reached] = (outcome.refused[body.reached] ?? 0) + 1;
  } else {
    outcome.troubles.push(`${arm}: ${messageOf(error)}`);
  }
}
