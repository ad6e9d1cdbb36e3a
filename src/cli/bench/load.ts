/**
 * `npm run bench -- load`: many visitors at once on a bench of this machine, each an honest small run
 * over several arms whose counters are checked; then one visitor who opens as many sockets as it can,
 * beside honest ones. The gate has its deployed limits, but no day.
 */
import { quantile } from 'simple-statistics';
import { allCounterArms } from '../../places/bench/counter-arms.ts';
import { gateConfig } from '../../../bench-workers/gate/config.ts';
import { columns } from '../../report/table.ts';
import { EXIT_FAILURE, runCommand, wholeNumber } from '../shared/args.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { type Beside, besideCrowd } from './load/crowd.ts';
import { visit, VISITOR_HEADER } from './load/visitor.ts';
import { memoryOf } from './memory.ts';

/** Numbers of visitors at once, up to the one that was asked for. */
const STEPS = [1, 10, 100];
/** Arms that a visitor runs, in turn from all there are. */
const ARMS = 3;
/** Fewest rounds that an interval can be made of. */
const ROUNDS = 6;

/** What many visitors at once were given. */
interface Step {
  visitors: number;
  /** Calls that were answered. */
  operations: number;
  operationsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of workerd when all were gone; null where the system does not tell. */
  memoryMiB: number | null;
  /** Counters that held exactly what was asked. */
  right: number;
  lost: number;
  doubled: number;
  hanging: number;
  refused: Record<string, number>;
  troubles: string[];
}

interface Load {
  steps: Step[];
  crowd: Beside & { limit: number };
  /** Whether nothing was lost, doubled, hanging or without a reason, and the crowd kept to its limit. */
  ok: boolean;
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- load [flags]'],
      about: [
        'Has many visitors run at once on a bench that it starts on this machine, and checks',
        'their counters; then one who opens as many sockets as it can, beside honest ones.',
      ].join('\n'),
      flags: {
        visitors: { value: '<number>', help: 'most at once, 1 to 1000 (500)' },
        calls: { value: '<number>', help: 'calls to each arm of a visitor, 1 to 1000 (20)' },
        crowd: { value: '<number>', help: 'sockets that one visitor asks for, 20 to 20000 (5000)' },
        rounds: { value: '<number>', help: `times that it does, ${ROUNDS} to 100 (${ROUNDS})` },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const visitors = wholeNumber('--visitors', values.visitors ?? '500', 1, 1000);
      const calls = wholeNumber('--calls', values.calls ?? '20', 1, 1000);
      const crowd = wholeNumber('--crowd', values.crowd ?? '5000', 20, 20_000);
      const rounds = wholeNumber('--rounds', values.rounds ?? String(ROUNDS), ROUNDS, 100);
      const found = await load(visitors, calls, crowd, rounds);
      console.log(values.json ? JSON.stringify(found) : text(found));
      return found.ok ? 0 : EXIT_FAILURE;
    },
    argv,
  );

async function load(most: number, calls: number, crowd: number, rounds: number): Promise<Load> {
  const { page, commandLine } = gateConfig({ SETTING: 'deployed', GATE: '' });
  const start = () =>
    startBench({
      root: process.cwd(),
      port: 0,
      vars: { VISITOR_HEADER, GATE: JSON.stringify({ page, commandLine }) },
    });
  const bench = await start();
  try {
    const steps: Step[] = [];
    for (const visitors of [...STEPS.filter((each) => each < most), most]) {
      steps.push(await together(bench, visitors, calls));
      process.stderr.write(`${visitors} at once: done\n`);
    }
    const elsewhere = await start();
    const beside = await besideCrowd(
      bench.origin,
      elsewhere.origin,
      allCounterArms(),
      crowd,
      rounds,
    ).finally(() => elsewhere.stop());
    const limit = commandLine.sockets;
    const clean = steps.every(
      ({ lost, doubled, hanging, troubles }) => lost + doubled + hanging + troubles.length === 0,
    );
    return { steps, crowd: { ...beside, limit }, ok: clean && beside.held <= limit };
  } finally {
    await bench.stop();
  }
}

/** So many visitors at once, each with a few arms of its own. */
async function together(bench: LocalBench, visitors: number, calls: number): Promise<Step> {
  const arms = allCounterArms();
  const startedAt = performance.now();
  const visits = await Promise.all(
    Array.from({ length: visitors }, (_, index) => {
      const own = Array.from({ length: ARMS }, (_each, at) => arms[(index + at) % arms.length]);
      return visit(
        bench.origin,
        `${visitors}-${index}`,
        own.filter((arm) => arm !== undefined),
        calls,
      );
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const times = visits.flatMap(({ callsMs }) => callsMs);
  const sum = (name: 'right' | 'lost' | 'doubled' | 'hanging') =>
    visits.reduce((total, each) => total + each[name], 0);
  const refused: Record<string, number> = {};
  for (const [reached, count] of visits.flatMap((each) => Object.entries(each.refused))) {
    refused[reached] = (refused[reached] ?? 0) + count;
  }
  const at = (share: number) =>
    times.length === 0 ? 0 : Math.round(quantile(times, share) * 1000) / 1000;
  return {
    visitors,
    operations: times.length,
    operationsPerSecond: Math.round(times.length / seconds),
    ...{ p50Ms: at(0.5), p99Ms: at(0.99) },
    memoryMiB: await memoryOf(bench.pid()),
    ...{ right: sum('right'), lost: sum('lost'), doubled: sum('doubled') },
    hanging: sum('hanging'),
    refused,
    troubles: visits.flatMap(({ troubles }) => troubles),
  };
}

function text({ steps, crowd, ok }: Load): string {
  const head = ['visitors', 'calls', 'per second', 'p50 ms', 'p99 ms', 'workerd MiB'];
  const wrong = ['right', 'lost', 'doubled', 'hanging', 'refused', 'without a reason'];
  const rows = steps.map((step) => [
    ...[step.visitors, step.operations, step.operationsPerSecond].map(String),
    ...[step.p50Ms.toFixed(2), step.p99Ms.toFixed(2), String(step.memoryMiB ?? 'unknown')],
    ...[step.right, step.lost, step.doubled, step.hanging].map(String),
    String(Object.values(step.refused).reduce((total, count) => total + count, 0)),
    String(step.troubles.length),
  ]);
  const of = (name: keyof Beside['ratio']) => {
    const { ratio, low, high } = crowd.ratio[name];
    const [times, from, to] = [ratio, low, high].map((each) => each.toFixed(2));
    return `${times}× (${from}–${to})`;
  };
  return [
    ...columns([...head, ...wrong], rows),
    '',
    `One visitor asked for ${crowd.asked} sockets, ${crowd.rounds} times, and held ${crowd.held} at ` +
      `most (the limit is ${crowd.limit}).`,
    `The honest visitors’ median call took ${crowd.medianMs.alone.toFixed(3)} ms without it; while it ` +
      `holds what it got, ${of('holding')}; while it asks another bench on this machine, ` +
      `${of('elsewhere')}; while it asks theirs, ${of('asking')}, which is ${of('askingToElsewhere')} ` +
      'of what it takes from the processors alone.',
    ...(ok ? [] : ['', ...steps.flatMap(({ troubles }) => troubles).slice(0, 10)]),
  ].join('\n');
}
