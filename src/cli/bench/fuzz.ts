/**
 * `npm run bench -- fuzz`: frames that no client sends, to every arm of the registry, every probe
 * and every way between objects on local workerd, among visitors that count; or, with `--attacks`,
 * what was once seen to do harm. What must hold then is under `wrong`: nothing.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { allCounterArms } from '../../../bench-workers/clients.ts';
import type { CounterOperations } from '../../../bench-workers/operations.ts';
import type { Connection } from '../../harness/plan/index.ts';
import { seeded } from '../../harness/plan/index.ts';
import { listOf, runCommand, wholeNumber } from '../shared/args.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { besideAttack, type Harm } from './fuzz/attacks/beside.ts';
import { attacks } from './fuzz/attacks/index.ts';
import { loadTargets, visit } from './fuzz/visits.ts';
import { memoryOf } from './memory.ts';
import { benchChannel } from '../../sockets/bench.ts';

/** Hostile visits under way at once. */
const AT_ONCE = 8;
/**
 * Most that workerd may hold when all visitors have left, in MiB. It starts with about 65 and levels
 * off at about 690, after 70,000 frames; a single frame took more than that before there were limits.
 */
const MOST_MIB = 1024;
/** Most of its log, in characters. */
const MOST_LOG = 20_000;
/** Time that workerd has to give memory back, in ms; what is bounded is what it holds then. */
const SETTLE_MS = 10_000;

interface Found {
  frames: number;
  seed: number;
  ms: number;
  /** Endings of visits by what was visited: close codes, statuses, `left`. */
  endings: Record<string, Record<string, number>>;
  /** Null where the system does not tell. */
  memoryMiB: { before: number | null; peak: number; after: number | null; most: number };
  /** Visitors that did nothing but count, and read back what they hold. */
  honest: Array<{ arm: string; counted: number; held: number }>;
  logCharacters: number;
  wrong: string[];
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- fuzz [flags]'],
      about:
        'Sends hostile frames to every arm, probe and way between objects, among visitors whose counters must stay right.',
      flags: {
        frames: { value: '<number>', help: 'frames, 100 to 10000000 (10000)' },
        seed: { value: '<number>', help: 'what is drawn from, 0 to 4294967295 (1)' },
        attacks: {
          value: '<ids>',
          help: 'in place of frames, attacks that once did harm: all, or some separated by commas',
        },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      if (values.attacks !== undefined) return tryAttacks(values.attacks, values.json);
      const frames = wholeNumber('--frames', values.frames ?? '10000', 100, 10_000_000);
      const seed = wholeNumber('--seed', values.seed ?? '1', 0, 4_294_967_295);
      const found = await fuzz(frames, seed);
      console.log(values.json ? JSON.stringify(found) : textOf(found));
      return found.wrong.length === 0 ? 0 : 1;
    },
    argv,
  );

/** Tries attacks, each on a bench of its own; the exit code says whether any did harm. */
async function tryAttacks(ids: string, json: boolean): Promise<number> {
  const known = attacks.map(({ id }) => id);
  const wanted = ids === 'all' ? known : listOf('--attacks', ids, known);
  const found: Harm[] = [];
  for (const attack of attacks.filter(({ id }) => wanted.includes(id))) {
    process.stderr.write(`${attack.id}: ${attack.about}\n`);
    const harm = await besideAttack(attack);
    found.push(harm);
    if (!json) console.log(harmText(harm));
  }
  if (json) console.log(JSON.stringify({ attacks: found }));
  return found.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

function harmText({ id, ending, longestMs, growthMiB: { peak, after }, wrong }: Harm): string {
  const said = `${id}: longest wait ${longestMs} ms, +${peak} MiB at most, +${after} MiB after; ${ending}`;
  return [said, ...wrong.map((each) => `  wrong: ${each}`)].join('\n');
}

async function fuzz(frames: number, seed: number): Promise<Found> {
  const log: string[] = [];
  const hidden = { env: `env-${randomUUID()}`, visitor: `visitor-${randomUUID()}` };
  const bench = await startBench({
    ...{ root: process.cwd(), port: 0, vars: { BUILT_AT: hidden.env } },
    onSaid: (text) => log.push(text),
  });
  const startedAt = performance.now();
  const before = await memoryOf(bench.pid());
  let peak = before ?? 0;
  const endings: Found['endings'] = {};
  const wrong = new Set<string>();
  const secrets = [hidden.env, hidden.visitor, process.cwd(), tmpdir(), '.sqlite', '_cf_'];
  const random = seeded(seed);
  const targets = await loadTargets();
  let left = frames;
  let ended = false;

  async function attack(): Promise<void> {
    while (left > 0) {
      const target = targets[Math.floor(random() * targets.length)];
      if (target === undefined) continue;
      const most = left;
      const visiting = visit(bench.origin, target, random, most);
      left -= 1;
      const made = await visiting;
      left -= made.frames - 1;
      const of = (endings[target.id] ??= {});
      of[made.ending] = (of[made.ending] ?? 0) + 1;
      for (const secret of secrets) {
        const at = made.answers.find((answer) => answer.includes(secret));
        if (at !== undefined)
          wrong.add(`${target.id}: an answer shows ${secret}: ${at.slice(0, 200)}`);
      }
    }
  }
  async function watch(): Promise<void> {
    for (let told = left; !ended;) {
      peak = Math.max(peak, (await memoryOf(bench.pid())) ?? 0);
      if (told - left > frames / 10) {
        process.stderr.write(`${frames - left} of ${frames} frames, ${peak} MiB at most\n`);
        told = left;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  try {
    const visitors = await Promise.all(
      allCounterArms().map((arm) => countUntil(arm, bench.origin, hidden.visitor, () => ended)),
    );
    const watching = watch();
    await Promise.all(Array.from({ length: AT_ONCE }, attack)).finally(() => (ended = true));
    await watching;
    const honest = await Promise.all(visitors.map(({ done }) => done));
    const after = await settled(bench);
    for (const { arm, counted, held } of honest) {
      if (counted !== held) wrong.add(`${arm}: counted ${counted}, holds ${held}`);
    }
    const text = log.join('');
    // Of a frame that breaks the protocol of WebSockets workerd itself tells, in a line.
    const line = /^(?!.*protocolError).*(uncaught|unhandled|\n\s+at |secret).*/im.exec(text)?.[0];
    if (line !== undefined) wrong.add(`the log says: ${line.slice(0, 300)}`);
    if (text.length > MOST_LOG) wrong.add(`the log has ${text.length} characters`);
    if (after !== null && after > MOST_MIB)
      wrong.add(`workerd holds ${after} MiB, expected ${MOST_MIB} at most`);
    return {
      ...{ frames, seed, ms: Math.round(performance.now() - startedAt), endings },
      memoryMiB: { before, peak, after, most: MOST_MIB },
      ...{ honest, logCharacters: text.length, wrong: [...wrong] },
    };
  } finally {
    ended = true;
    await bench.stop();
  }
}

/** A visitor that counts until it is told to end, and then reads what its counter holds. */
async function countUntil(
  arm: ReturnType<typeof allCounterArms>[number],
  origin: string,
  secret: string,
  ended: () => boolean,
) {
  const connect = await arm.load();
  const object = randomUUID();
  const client: Connection<CounterOperations> = await connect(
    benchChannel({ origin, object, WebSocketClass: WebSocket }),
  );
  const counter = client.operations;
  await counter.echo(secret);
  const done = (async () => {
    let counted = 0;
    while (!ended())
      counted = await counter.increment(1).then((value) => (value === counted + 1 ? value : NaN));
    const held = await counter.getValue();
    client.close();
    return { arm: arm.id, counted, held };
  })();
  return { done };
}

/** What it has once it has given back what it will, or the time is over. */
async function settled(bench: LocalBench): Promise<number | null> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const now = await memoryOf(bench.pid());
    if (now === null || now <= MOST_MIB || performance.now() > until) return now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function textOf({
  frames,
  seed,
  ms,
  endings,
  memoryMiB,
  honest,
  logCharacters,
  wrong,
}: Found): string {
  const { before, peak, after, most } = memoryMiB;
  return [
    `${frames} frames of seed ${seed} in ${Math.round(ms / 1000)} s`,
    ...Object.entries(endings).map(([target, of]) => {
      const parts = Object.entries(of).map(([ending, count]) => `${ending}: ${count}`);
      return `  ${target.padEnd(30)} ${parts.join(', ')}`;
    }),
    `memory of workerd: ${before ?? 'unknown'} MiB before, ${peak} at most, ${after ?? 'unknown'} after (${most} allowed)`,
    `log: ${logCharacters} characters`,
    ...honest.map(
      ({ arm, counted, held }) => `  ${arm.padEnd(30)} counted ${counted}, holds ${held}`,
    ),
    ...(wrong.length === 0 ? ['nothing wrong'] : ['wrong:', ...wrong.map((each) => `  ${each}`)]),
  ].join('\n');
}
