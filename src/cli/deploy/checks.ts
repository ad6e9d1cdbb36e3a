/** The checks of a deployment: the same for a deploy and its dry run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../bench-client/failure.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { makePlan } from '../../harness/plan/index.ts';
import { CONTROL } from '../../harness/record/index.ts';
import { clockStepUs, runUntil } from '../../harness/run/index.ts';
import { unitsOf } from '../../harness/statistics/index.ts';
import { linkTo } from '../../links/link.ts';
import { findStudy } from '../../studies/index.ts';
import { open } from '../../systems/raw-websocket/client.ts';
import { callingWith } from '../shared/identify.ts';

/** The addresses of a deployment. */
export interface Target {
  /** Origin of the pages, without a trailing slash. */
  pages: string;
  /** Origin of the bench, which is the pages’ own unless they are kept apart. */
  bench: string;
  /** Headers of every request: they choose the version that answers. */
  headers?: Readonly<Record<string, string>>;
}

/** The finding in one respect. */
export interface Check {
  name: 'commit' | 'pages' | 'headers' | 'arms' | 'storage';
  ok: boolean;
  /** A sentence: what holds, or each thing that does not with the value got and the one expected. */
  found: string;
}

/** The expectations of a deployment. */
interface Expected {
  /** Full hash of its commit. */
  commit: string;
  /** Folder of the built pages that it serves. */
  dist: string;
  /** Whether the end of objects is waited for, which takes as long as they may be idle. */
  storage: boolean;
}

/** Each thing that is wrong. */
type Wrong = Promise<string[]>;

/**
 * Checks a deployment in every respect. When another commit answers than is expected, nothing else
 * is checked: the findings would be those of the wrong version.
 *
 * @param say hears what the check waits for
 */
export async function checkDeployment(
  target: Target,
  { commit, dist, storage }: Expected,
  say: (text: string) => void,
): Promise<Check[]> {
  const [first, idleSeconds = 0] = await checkCommit(target, commit);
  if (!first.ok) return [first];
  const emptied = `Objects are empty ${idleSeconds} s after their last use.`;
  const last = storage
    ? checked('storage', emptied, () => storageFaults(target, idleSeconds))
    : undefined;
  const served = 'The pages served are those that were built.';
  const alike = 'Every kind of answer has its status and its headers.';
  const checks = [
    first,
    await checked('pages', served, () => pageFaults(target, dist)),
    await checked('headers', alike, () => headerFaults(target)),
    await checked('arms', 'All configurations answered.', () => armFaults(target)),
  ];
  if (last === undefined) return checks;
  say(`Waiting until objects that nobody uses are emptied: ${idleSeconds} s …`);
  return [...checks, await last];
}

/** A check that throws has failed. */
async function checked(name: Check['name'], right: string, find: () => Wrong): Promise<Check> {
  const wrong = await find().catch((error: unknown) => [messageOf(error)]);
  return { name, ok: wrong.length === 0, found: wrong.length === 0 ? right : wrong.join('; ') };
}

/** The reasons of the checks that failed, in a sentence; undefined where none did. */
export function failureOf(checks: readonly Check[]): string | undefined {
  const failed = checks.filter(({ ok }) => !ok);
  return failed.map(({ name, found }) => `${name}: ${found}`).join('. ') || undefined;
}

/** Longest time until a new version answers everywhere, in ms, and the pauses between questions. */
const SPREADING_MS = 30_000;
const PAUSE_MS = 250;

const aboutSchema = z.object({
  commit: z.string().nullable(),
  limits: z.object({ idleSeconds: z.number().positive() }),
});

/** Waits until the commit answers. @returns also the time that its objects may be idle, once it does */
export async function checkCommit(target: Target, commit: string): Promise<[Check, number?]> {
  const { fetch } = callingWith(target.headers ?? {});
  const until = performance.now() + SPREADING_MS;
  for (;;) {
    let got: string;
    try {
      const response = await fetch(`${target.bench}/bench/about`);
      const about = response.ok ? aboutSchema.parse(await response.json()) : undefined;
      if (about?.commit === commit) {
        const found = `Commit ${commit.slice(0, 10)} answers.`;
        return [{ name: 'commit', ok: true, found }, about.limits.idleSeconds];
      }
      got = about ? (about.commit ?? 'no commit') : `status ${response.status} of /bench/about`;
    } catch (error) {
      got = messageOf(error);
    }
    if (performance.now() > until) {
      return [{ name: 'commit', ok: false, found: `got ${got}, expected ${commit}` }];
    }
    await delay(PAUSE_MS);
  }
}

/** Pages that are compared with their files: between them they link everything that is built. */
const FILES = {
  '/': 'index.html',
  '/nowhere/': '404.html',
  '/api/records.json': 'api/records.json',
};

/** Pages that are not as they were built. */
async function pageFaults({ pages, headers = {} }: Target, dist: string): Wrong {
  const { fetch } = callingWith(headers);
  const wrong: string[] = [];
  for (const [path, file] of Object.entries(FILES)) {
    const served = await (await fetch(pages + path)).text();
    if (served === (await readFile(join(dist, file), 'utf8'))) continue;
    wrong.push(`${path}: got ${served.length} characters that differ from ${file}, expected it`);
  }
  return wrong;
}

type Headers = Readonly<Record<string, RegExp>>;

const EVERYWHERE: Headers = {
  'permissions-policy': /camera=\(\)/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
};
const page = (policy: RegExp): Headers => ({
  ...EVERYWHERE,
  'content-security-policy': policy,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
});
const OWN = /default-src 'self'.*frame-ancestors '(none|self)'/;
const PEER = /^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/;
const ANSWER: Headers = {
  ...EVERYWHERE,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'content-type': /^application\/json/,
  'cache-control': /^no-store$/,
};

/** An answer of each kind; each header must match. */
const KINDS: ReadonlyArray<readonly [path: string, status: number, headers: Headers]> = [
  ['/', 200, page(OWN)],
  ['/nowhere/', 404, page(OWN)],
  ['/embed/lumenize-vs-capnweb/', 200, page(/default-src 'self'.*frame-ancestors \*/)],
  ['/peer/', 200, page(PEER)],
  ['/peer/peer.js', 200, { ...EVERYWHERE, 'cross-origin-resource-policy': /^cross-origin$/ }],
  ['/bench/about', 200, ANSWER],
  ['/bench/nobody/nothing/x', 404, ANSWER],
];

/** Headers that a page of each kind, a fingerprinted file and the bench’s answers lack. */
async function headerFaults({ pages, bench, headers = {} }: Target): Wrong {
  const { fetch } = callingWith(headers);
  const wrong: string[] = [];
  const home = await (await fetch(`${pages}/`)).text();
  const style = /href="(\/_astro\/[^"]+\.css)"/.exec(home)?.[1];
  if (style === undefined) wrong.push('/: got no style sheet of /_astro/, expected one');
  const immutable = { 'cache-control': /immutable/ };
  const kinds = style === undefined ? KINDS : [...KINDS, [style, 200, immutable] as const];
  for (const [path, status, expected] of kinds) {
    const response = await fetch((path.startsWith('/bench/') ? bench : pages) + path);
    await response.body?.cancel();
    if (response.status !== status) {
      wrong.push(`${path}: got status ${response.status}, expected ${status}`);
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
async function armFaults(target: Target): Wrong {
  const wrong: string[] = [];
  for (const [id, workload] of Object.entries(WORKLOADS)) {
    const study = findStudy(id);
    const arms = study.arms.map((arm) => arm.id);
    const length = { rule: 'fixed', rounds: 1 } as const;
    const plan = makePlan(study, { length, arms, workloads: [workload] }, 1, 0);
    const through = { origin: target.bench, ...callingWith(target.headers ?? {}) };
    const world = { ...runtimeWorld(target.bench), through };
    const { sessions, end } = await runUntil({
      ...{ study, plan, world, clockStepUs: clockStepUs(() => world.now()) },
    });
    const units = unitsOf({ plan, sessions }).map(({ unit }) => unit);
    // The reference a second time is no arm of its own.
    for (const arm of plan.arms.filter((each) => each !== CONTROL)) {
      const turns = units.filter((unit) => unit.arm === arm);
      const failed = turns.find((unit) => unit.void !== undefined);
      if (turns.length === 0) wrong.push(`${arm}: got no turn, expected one`);
      else if (failed) wrong.push(`${arm}: ${failed.detail ?? failed.void ?? 'discarded'}`);
    }
    if (end.kind === 'lost') wrong.push(`the bench was lost: ${end.why}`);
  }
  return wrong;
}

/** Times at which an object’s storage is asked for, as multiples of the idle time. */
const WAITS = [1.1, 1.6, 3];

/**
 * Whether objects lose their storage once nobody uses them. Each is written to, left alone and must then
 * count from nought. One class serves every library, so one configuration stands for all. A question uses
 * an object, so each is asked once; a later one is asked where the first was asked too early.
 */
async function storageFaults({ bench, headers = {} }: Target, idleSeconds: number): Wrong {
  const add = async (object: string): Promise<number> => {
    const link = linkTo(
      { system: 'raw-websocket', arm: 'in-memory' },
      { origin: bench, object, ...callingWith(headers) },
    );
    const connection = await open(link);
    return connection.operations.increment(1).finally(() => connection.close());
  };
  const started = performance.now();
  const objects = WAITS.map(() => crypto.randomUUID());
  for (const object of objects) {
    const counts = [await add(object), await add(object)].join();
    if (counts !== '1,2') return [`got ${counts}, expected 1,2`];
  }
  for (const [at, object] of objects.entries()) {
    // A second more, for the way there and back.
    const due = started + (idleSeconds * (WAITS[at] ?? 0) + 1) * 1000;
    await delay(Math.max(0, due - performance.now()));
    if ((await add(object)) === 1) return [];
  }
  return [`an object still counts on ${idleSeconds} s after its last use`];
}
