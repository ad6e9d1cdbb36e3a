/**
 * `npm run bench -- fuzz`: frames that no client sends, to every arm of the registry, every probe
 * and every way between objects on local workerd, among visitors that count and whose waits are timed;
 * then what was once seen to do harm. What must hold is under `wrong`: nothing.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { allCounterArms } from '../../places/bench/counter-arms.ts';
import { EXIT_FAILURE, listOf, runCommand, wholeNumber } from '../shared/args.ts';
import { amongVisitors, type Harm, harmOf, MOST_WAIT_MS } from './fuzz/among-visitors.ts';
import { attacks } from './fuzz/attacks/index.ts';
import type { Visited } from './fuzz/visits.ts';

/**
 * Most that workerd may hold while visitors are there and when all have left, in MiB. It starts with
 * about 65 and levels off at about 690; a single frame took more than that before there were limits.
 */
const MOST_MIB = { during: 2048, after: 1024 };
/** Most of its log, in characters. */
const MOST_LOG = 20_000;
/** Longest that the visits may take in all, in ms. */
const LONGEST_MS = 6 * 3_600_000;

interface Found extends Visited {
  seed: number;
  ms: number;
  /** Null where the system does not tell. */
  memoryMiB: { before: number | null; peak: number; after: number | null; most: number };
  /** Visitors that did nothing but count, and read back what they hold. */
  honest: Array<{ arm: string; counted: number; held: number; longestMs: number }>;
  logCharacters: number;
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- fuzz [flags]'],
      about: `Sends hostile frames to every arm, probe and way between objects, among visitors whose counters must
stay right and who may not wait for long; then tries what was once seen to do harm, on a bench each.`,
      flags: {
        frames: { value: '<number>', help: 'frames, 0 to 10000000 (10000)' },
        seed: { value: '<number>', help: 'what is drawn from, 0 to 4294967295 (1)' },
        attacks: {
          value: '<ids>',
          help: 'attacks that once did harm: all, none, or some separated by commas (all)',
        },
        wait: {
          value: '<ms>',
          help: `longest that an honest visitor may wait for an answer, 1 to 600000 (${MOST_WAIT_MS})`,
        },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values: { frames, seed, attacks: ids = 'all', wait, json } }) => {
      const most = wholeNumber('--wait', wait ?? String(MOST_WAIT_MS), 1, 600_000);
      // Whoever names attacks wants those.
      const count = wholeNumber(
        '--frames',
        frames ?? (ids === 'all' ? '10000' : '0'),
        0,
        10_000_000,
      );
      const from = wholeNumber('--seed', seed ?? '1', 0, 4_294_967_295);
      const known = attacks.map(({ id }) => id);
      const wanted = ids === 'all' ? known : ids === 'none' ? [] : listOf('--attacks', ids, known);
      const found = count === 0 ? undefined : await fuzz(count, from, most);
      if (found !== undefined && !json) console.log(textOf(found));
      const harms: Harm[] = [];
      for (const attack of attacks.filter(({ id }) => wanted.includes(id))) {
        process.stderr.write(`${attack.id}: ${attack.about}\n`);
        const harm = await harmOf(attack, most);
        harms.push(harm);
        if (!json) console.log(harmText(harm));
      }
      if (json) console.log(JSON.stringify({ ...found, attacks: harms }));
      const wrong = [...(found?.wrong ?? []), ...harms.flatMap((harm) => harm.wrong)];
      return wrong.length === 0 ? 0 : EXIT_FAILURE;
    },
    argv,
  );

function harmText({ id, ending, longestMs, growthMiB: { peak, after }, wrong }: Harm): string {
  const said = `${id}: longest wait ${longestMs} ms, +${peak} MiB at most, +${after} MiB after; ${ending}`;
  return [said, ...wrong.map((each) => `  wrong: ${each}`)].join('\n');
}

async function fuzz(frames: number, seed: number, mostWaitMs: number): Promise<Found> {
  let log = '';
  const hidden = { env: `env-${randomUUID()}`, visitor: `visitor-${randomUUID()}` };
  const secrets = [hidden.env, hidden.visitor, process.cwd(), tmpdir(), '.sqlite', '_cf_'];
  const startedAt = performance.now();
  const { said, ends, memoryMiB } = await amongVisitors({
    bench: { vars: { BUILT_AT: hidden.env }, onSaid: (text) => (log += text) },
    visited: allCounterArms().map(({ id }) => id),
    secret: hidden.visitor,
    args: ['visits', String(frames), String(seed), ...secrets],
    longestMs: LONGEST_MS,
  });
  const visited = readVisited(said);
  const wrong = [...visited.wrong, ...ends.flatMap((end) => end.wrong)];
  for (const { arm, longestMs } of ends) {
    if (longestMs <= mostWaitMs) continue;
    wrong.push(`${arm}: waited ${Math.round(longestMs)} ms, expected ${mostWaitMs} at most`);
  }
  // Of a frame that breaks the protocol of WebSockets workerd itself tells, in a line.
  const line = /^(?!.*protocolError).*(uncaught|unhandled|\n\s+at |secret).*/im.exec(log)?.[0];
  if (line !== undefined) wrong.push(`the log says: ${line.slice(0, 300)}`);
  if (log.length > MOST_LOG) wrong.push(`the log has ${log.length} characters`);
  for (const [when, held] of [
    ['during', memoryMiB.peak],
    ['after', memoryMiB.after ?? 0],
  ] as const) {
    if (held <= MOST_MIB[when]) continue;
    wrong.push(`workerd held ${held} MiB ${when} the visits, expected ${MOST_MIB[when]} at most`);
  }
  return {
    ...{ ...visited, seed, ms: Math.round(performance.now() - startedAt) },
    ...{ logCharacters: log.length, wrong, memoryMiB: { ...memoryMiB, most: MOST_MIB.after } },
    honest: ends.map(({ arm, counted, held, longestMs }) => ({ arm, counted, held, longestMs })),
  };
}

/** The report that the visits printed; where they ended otherwise, that is wrong. */
function readVisited(said: string): Visited {
  try {
    return JSON.parse(said) as Visited;
  } catch {
    const wrong = [`the visits ended with ${JSON.stringify(said.slice(0, 200))}`];
    return { frames: 0, visits: 0, endings: {}, slowest: [], wrong };
  }
}

function textOf(found: Found): string {
  const { frames, seed, ms, visits, endings, memoryMiB, logCharacters, wrong } = found;
  const { before, peak, after, most } = memoryMiB;
  return [
    `${frames} frames in ${visits} visits of seed ${seed} in ${Math.round(ms / 1000)} s`,
    ...Object.entries(endings).map(([target, of]) => {
      const parts = Object.entries(of).map(([ending, count]) => `${ending}: ${count}`);
      return `  ${target.padEnd(30)} ${parts.join(', ')}`;
    }),
    ...found.slowest.map(
      ({ target, seed: own, ms: took }) => `  ${took} ms: ${target}, visit of seed ${own}`,
    ),
    `memory of workerd: ${before ?? 'unknown'} MiB before, ${peak} at most, ${after ?? 'unknown'} after (${most} allowed)`,
    `log: ${logCharacters} characters`,
    ...found.honest.map(
      ({ arm, counted, held, longestMs }) =>
        `  ${arm.padEnd(30)} counted ${counted}, holds ${held}, waited ${Math.round(longestMs)} ms at most`,
    ),
    ...(wrong.length === 0 ? ['nothing wrong'] : ['wrong:', ...wrong.map((each) => `  ${each}`)]),
  ].join('\n');
}
