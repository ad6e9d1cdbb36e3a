/** The checks of a deployment: the same for a deploy and its dry run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../bench-client/failure.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { makePlan } from '../../harness/plan/index.ts';
import { clockStepUs, runUntil } from '../../harness/run/index.ts';
import { findStudy } from '../../studies/index.ts';
import { callingWith } from '../shared/identify.ts';
import type { Version } from './version.ts';

/** The addresses of a deployment. */
export interface Target {
  /** Origin of the pages, without a trailing slash. */
  pages: string;
  /** Origin of the bench, which is the pages’ own unless they are kept apart. */
  bench: string;
  /** Headers of every request: they choose the version that answers. */
  headers?: Readonly<Record<string, string>>;
}

/** Each thing that is wrong, with the value got and the one expected. */
type Faults = Promise<string[]>;

/**
 * The faults of a deployment in every respect. When another commit answers than is expected, nothing
 * else is checked: the findings would be those of the wrong version.
 */
export async function checkDeployment(
  target: Target,
  { commit, dist }: Pick<Version, 'commit' | 'dist'>,
): Faults {
  const wrong = await checkCommit(target, commit);
  if (wrong.length > 0) return wrong;
  // A check that throws has failed.
  const thrown = (error: unknown): string[] => [messageOf(error)];
  const answers = await answerFaults(target, dist).catch(thrown);
  return [...answers, ...(await armFaults(target).catch(thrown))];
}

/** Longest time until a new version answers everywhere, in ms, and the pauses between questions. */
const SPREADING_MS = 30_000;
const PAUSE_MS = 250;

const aboutSchema = z.object({ commit: z.string().nullable() });

/** Waits until the commit answers. */
export async function checkCommit({ bench, headers = {} }: Target, commit: string): Faults {
  const { fetch } = callingWith(headers);
  const until = performance.now() + SPREADING_MS;
  for (;;) {
    const got = await fetch(`${bench}/bench/about`)
      .then(async (response) => aboutSchema.parse(await response.json()).commit)
      .catch(messageOf);
    if (got === commit) return [];
    if (performance.now() > until) return [`commit: got ${got ?? 'none'}, expected ${commit}`];
    await delay(PAUSE_MS);
  }
}

type Headers = Readonly<Record<string, RegExp>>;

const everywhere: Headers = {
  'permissions-policy': /camera=\(\)/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
};
const page = (policy: RegExp): Headers => ({
  ...everywhere,
  'content-security-policy': policy,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
});
const own = page(/default-src 'self'.*frame-ancestors '(none|self)'/);
const framed = page(/default-src 'self'.*frame-ancestors \*/);
const peer = page(/^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/);
const script = { ...everywhere, 'cross-origin-resource-policy': /^cross-origin$/ };
const answer = {
  ...everywhere,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'content-type': /^application\/json/,
  'cache-control': /^no-store$/,
};
const immutable = { 'cache-control': /immutable/ };

/** An answer of each kind, with the built file that it is where that is compared. */
const KINDS: ReadonlyArray<[path: string, status: number, headers: Headers, file?: string]> = [
  ['/', 200, own, 'index.html'],
  ['/nowhere/', 404, own, '404.html'],
  ['/api/records.json', 200, everywhere, 'api/records.json'],
  ['/embed/lumenize-vs-capnweb/', 200, framed],
  ['/peer/', 200, peer],
  ['/peer/peer.js', 200, script],
  ['/bench/about', 200, answer],
  ['/bench/nobody/nothing/x', 404, answer],
];

/** Answers that lack a header or are not as they were built, the style sheet of the home page among them. */
async function answerFaults({ pages, bench, headers = {} }: Target, dist: string): Faults {
  const { fetch } = callingWith(headers);
  const wrong: string[] = [];
  const home = await readFile(join(dist, 'index.html'), 'utf8');
  const [, style = ''] = /href="(\/_astro\/[^"]+\.css)"/.exec(home) ?? [];
  const all: typeof KINDS = [...KINDS, [style, 200, immutable]];
  for (const [path, status, expected, file] of all) {
    const response = await fetch((path.startsWith('/bench/') ? bench : pages) + path);
    const text = await response.text();
    if (response.status !== status) {
      wrong.push(`${path}: got status ${response.status}, expected ${status}`);
    }
    if (file !== undefined && text !== (await readFile(join(dist, file), 'utf8'))) {
      wrong.push(`${path}: got ${text.length} characters that differ from ${file}, expected it`);
    }
    for (const [name, pattern] of Object.entries(expected)) {
      const value = response.headers.get(name) ?? '';
      if (pattern.test(value)) continue;
      wrong.push(`${path}: ${name}: got "${value.slice(0, 200)}", expected ${pattern}`);
    }
  }
  return wrong;
}

/** A workload of each study that asks the bench: a call to an object, and one between objects. */
const WORKLOADS = { 'lumenize-vs-capnweb': 'increment', 'call-delay': 'calls-1' };

/** Configurations that do not answer one round, or leave an object in a wrong state. */
async function armFaults({ bench, headers = {} }: Target): Faults {
  const wrong: string[] = [];
  const world = {
    ...runtimeWorld(bench),
    through: { origin: bench, ...callingWith(headers) },
  };
  for (const [id, workload] of Object.entries(WORKLOADS)) {
    const study = findStudy(id);
    const arms = study.arms.map((arm) => arm.id);
    const length = { rule: 'fixed', rounds: 1 } as const;
    const plan = makePlan(study, { length, arms, workloads: [workload] }, 1, 0);
    const { sessions, end } = await runUntil({
      ...{ study, plan, world, clockStepUs: clockStepUs(() => world.now()) },
    });
    const turns = sessions.flatMap((each) => [...each.arms, ...each.turns]);
    for (const { arm, void: reason, detail } of turns) {
      if (reason !== undefined) wrong.push(`${arm}: ${detail ?? reason}`);
    }
    const silent = arms.filter((arm) => turns.every((turn) => turn.arm !== arm));
    if (silent.length > 0) wrong.push(`${silent.join(', ')}: got no turn, expected one`);
    if (end.kind === 'lost') wrong.push(`the bench was lost: ${end.why}`);
  }
  return wrong;
}
