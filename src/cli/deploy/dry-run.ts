import { add, firstOfEachSystem } from '../shared/checks/index.ts';
import { findFreePair } from '../shared/ports.ts';
import { localPlatform, type LocalPlatform } from './local.ts';
import { type Outcome, release, type Release, releaseText } from './release.ts';
import { laterClasses, readConfig, stage, withClasses } from './stage.ts';

/** The class that a version with a migration of its own adds. */
const ADDED_CLASS = 'DryRunObject';

/**
 * Text of a module that answers one arm’s connections with 503 in the place of the Worker.
 *
 * @param main path of the Worker
 * @param at origin where it does; everywhere when empty
 * @param adds whether it exports the class of a further migration
 */
function madeToFail(main: string, at: string, adds: boolean): string {
  return [
    `import { DurableObject } from 'cloudflare:workers';`,
    `import worker from ${JSON.stringify(main)};`,
    `export * from ${JSON.stringify(main)};`,
    ...(adds ? [`export class ${ADDED_CLASS} extends DurableObject {}`] : []),
    `export default {`,
    `  fetch(request: Request, ...rest: [never, never]) {`,
    `    const { origin, pathname } = new URL(request.url);`,
    `    const fails = ${JSON.stringify(at)} === '' || origin === ${JSON.stringify(at)};`,
    `    if (fails && pathname.startsWith('/bench/capnweb/')) {`,
    `      return new Response('This version was made to fail.\\n', { status: 503 });`,
    `    }`,
    `    return worker.fetch(request, ...rest);`,
    `  },`,
    `};`,
    '',
  ].join('\n');
}

/** A release of a dry run, and whether it ended as it must. */
export interface Rehearsal extends Release {
  /** A sentence on what is tried. */
  title: string;
  expected: Outcome;
}

export interface DryRun {
  rehearsals: Rehearsal[];
  /** Whether objects that the first version wrote still counted on after each release. */
  objectsKept: boolean;
  ok: boolean;
  seconds: number;
}

/** A version that a rehearsal puts out. */
interface Part {
  id: string;
  title: string;
  expected: Outcome;
  /** Stands in the place of its commit. */
  commit?: string;
  fails?: 'everywhere' | 'with traffic';
  /** Whether it has the further migration. */
  migrated?: boolean;
  /** Whether the end of objects is waited for: soon, so that it can be. */
  storage?: boolean;
}

/** The first version stays, whatever follows. */
const FIRST: Part = { id: 'first', title: 'A first version', expected: 'released' };
const parts: readonly Part[] = [
  {
    ...{ id: 'untried', title: 'A version that fails before it has traffic', expected: 'refused' },
    ...{ commit: 'made-to-fail-untried', fails: 'everywhere' },
  },
  {
    ...{ id: 'with-traffic', title: 'A version that fails only with traffic' },
    ...{ expected: 'rolled-back', commit: 'made-to-fail-with-traffic', fails: 'with traffic' },
  },
  {
    ...{ id: 'migrated', title: 'A version with a migration, which fails' },
    ...{ expected: 'rolled-back', commit: 'made-to-fail-migrated', fails: 'everywhere' },
    migrated: true,
  },
  {
    ...{ id: 'sound', title: 'A sound version after all that', expected: 'released' },
    ...{ commit: 'sound-with-migration', migrated: true, storage: true },
  },
];
/** The versions after the first, in this order. */
export const rehearsed = parts.map(({ id }) => id);

/** The further migration, as a later commit would have it. */
const ADDED = { tag: 'dry-run', new_sqlite_classes: [ADDED_CLASS] };
/**
 * Objects are emptied so soon after their last use where that is waited for, in s: longer than an arm
 * waits for its turn on a machine that has much else to do.
 */
const IDLE_SECONDS = '10';

/**
 * Deploys to a platform on this machine: a sound version, which stays, and versions made to fail
 * before they have traffic, with traffic, and behind a migration.
 *
 * @param root the checkout whose code is put out
 * @param built its commit, its pages, and the variables of its Worker
 * @param ids which versions, after the first
 */
export async function dryRun(
  root: string,
  { commit, dist, vars }: { commit: string; dist: string; vars: Readonly<Record<string, string>> },
  say: (text: string) => void,
  ids: readonly string[] = rehearsed,
): Promise<DryRun> {
  const started = performance.now();
  const port = await findFreePair();
  await using platform = await localPlatform(port);
  const rehearsals: Rehearsal[] = [];
  const objects = firstOfEachSystem().map((arm) => ({ arm, object: crypto.randomUUID() }));
  let objectsKept = true;
  for (const part of [FIRST, ...parts.filter(({ id }) => ids.includes(id))]) {
    say(`\n${part.title}`);
    const done = await rehearse(root, platform, { commit, ...part }, { dist, vars }, say);
    rehearsals.push({ ...done, title: part.title, expected: part.expected });
    const counts = await Promise.all(
      objects.map(({ arm, object }) => add(platform.target, arm, object)),
    );
    objectsKept &&= counts.every((count) => count === rehearsals.length);
  }
  const asExpected = rehearsals.every(({ outcome, expected }) => outcome === expected);
  return {
    rehearsals,
    objectsKept,
    ok: asExpected && objectsKept,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

async function rehearse(
  root: string,
  platform: LocalPlatform,
  { commit, fails, migrated = false, storage = false }: Part & { commit: string },
  { dist, vars }: { dist: string; vars: Readonly<Record<string, string>> },
  say: (text: string) => void,
): Promise<Release> {
  const { migrations } = await readConfig(root);
  const newer = [...migrations, ADDED];
  const failsAt = fails === 'with traffic' ? platform.target.bench : '';
  const own = (as: string) => ({
    ...vars,
    COMMIT: as,
    ...(storage && { IDLE_SECONDS }),
  });
  const withAdded = (main: string) => withClasses(main, laterClasses(newer, migrations));
  await using staged = await stage(root, {
    commit,
    dist,
    vars: own(commit),
    ...(migrated && { migrations: newer, front: withAdded }),
    ...(fails && { front: (main) => madeToFail(main, failsAt, migrated) }),
  });
  return await release(platform, staged, {
    storage,
    older: async ({ commit: before }) =>
      stage(root, {
        commit: before,
        dist,
        vars: own(before),
        migrations: newer,
        front: withAdded,
      }),
    say,
  });
}

/** The releases of a dry run, for a terminal. */
export function dryRunText({ rehearsals, objectsKept, ok, seconds }: DryRun): string {
  const parts = rehearsals.map((each) => {
    const asExpected = each.outcome === each.expected ? 'as it must' : `expected ${each.expected}`;
    return `${each.title} (${asExpected}): ${releaseText(each)}\n`;
  });
  return [
    ...parts,
    objectsKept
      ? 'Objects that the first version wrote counted on under every version.'
      : 'Objects that the first version wrote did NOT count on under every version.',
    `${ok ? 'The dry run ended as it must' : 'The dry run FAILED'}, after ${seconds} s without the build.`,
  ].join('\n');
}
