/** The checks of a deployment, before it has traffic and after. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { runtimeWorld } from '../../wire/bench-client/world.ts';
import { makePlan } from '../../core/plan/index.ts';
import { clockStepUs, runUntil } from '../../core/run/index.ts';
import { findStudy } from '../../libraries/studies/index.ts';
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

const POLICY = 'content-security-policy';
type Kind = readonly [path: string, status: number, header: string, value: RegExp, file?: string];

/**
 * An answer of each kind, with one header of the rule that its kind has, and the built file that it is
 * where that is compared.
 */
const KINDS: readonly Kind[] = [
  ['/', 200, POLICY, /default-src 'self'.*frame-ancestors '(none|self)'/, 'index.html'],
  ['/nowhere/', 404, POLICY, /default-src 'self'.*frame-ancestors '(none|self)'/, '404.html'],
  ['/api/records.json', 200, 'x-content-type-options', /^nosniff$/, 'api/records.json'],
  ['/embed/lumenize-vs-capnweb/', 200, POLICY, /default-src 'self'.*frame-ancestors \*/],
  ['/peer/', 200, POLICY, /^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/],
  ['/peer/peer.js', 200, 'cross-origin-resource-policy', /^cross-origin$/],
  ['/bench/about', 200, 'cache-control', /^no-store$/],
  ['/bench/nobody/nothing/x', 404, POLICY, /^default-src 'none'; frame-ancestors 'none'$/],
];

/** Answers that lack a header or are not as they were built. */
async function answerFaults({ pages, bench, headers = {} }: Target, dist: string): Faults {
  const { fetch } = callingWith(headers);
  const wrong: string[] = [];
  for (const [path, status, header, expected, file] of KINDS) {
    const response = await fetch((path.startsWith('/bench/') ? bench : pages) + path);
    const text = await response.text();
    if (response.status !== status) {
      wrong.push(`${path}: got status ${response.status}, expected ${status}`);
    }
    if (file !== undefined && text !== (await readFile(join(dist, file), 'utf8'))) {
      wrong.push(`${path}: got ${text.length} characters that differ from ${file}, expected it`);
    }
    const value = response.headers.get(header) ?? '';
    if (expected.test(value)) continue;
    wrong.push(`${path}: ${header}: got "${value.slice(0, 200)}", expected ${expected}`);
  }
  return wrong;
}

/** A workload of each study that asks the bench: a call to an object, and one between objects. */
const WORKLOADS = { 'lumenize-vs-capnweb': 'increment', 'call-delay': 'calls-1' };

/** Configurations that do not answer one round, or leave an object in a wrong state. */
async function armFaults({ bench, headers = {} }: Target): Faults {
  const wrong: string[] = [];
  const world = { ...runtimeWorld(bench), through: { origin: bench, ...callingWith(headers) } };
  const stepUs = clockStepUs(() => world.now());
  for (const [id, workload] of Object.entries(WORKLOADS)) {
    const study = findStudy(id);
    const arms = study.arms.map((arm) => arm.id);
    const length = { rule: 'fixed', rounds: 1 } as const;
    const plan = makePlan(study, { length, arms, workloads: [workload] }, 1, 0);
    const { sessions, end } = await runUntil({ study, plan, world, clockStepUs: stepUs });
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
