/** Puts a version out: uploaded, checked, given the traffic, checked again, taken back when it fails. */
import { messageOf } from '../../bench-client/failure.ts';
import { type Check, checkDeployment, failureOf, type Target } from '../shared/checks/index.ts';
import type { Staged } from './stage.ts';

/** A version that was uploaded. */
export interface Version {
  /** The platform’s id of it. */
  id: string;
  /** Full hash of its commit; empty when it does not say. */
  commit: string;
}

/**
 * The platform refuses a step because a Durable Object migration lies between: to upload a version
 * without traffic, or to give the traffic back to one from before.
 */
export class MigrationBetween extends Error {
  override name = 'MigrationBetween';
}

/** The place a deploy goes to: Cloudflare, or this machine for a dry run. */
export interface Platform {
  /** Where readers find what has the traffic. */
  readonly target: Target;
  /** The version that has the traffic; undefined before the first. */
  current(): Promise<Version | undefined>;
  /**
   * Uploads a version that gets no traffic.
   *
   * @returns its id
   * @throws MigrationBetween when the version has migrations that are not applied yet
   */
  upload(staged: Staged): Promise<string>;
  /** Lets an uploaded version be asked while another keeps all traffic. */
  tryOut(id: string, keeps: Version): Promise<Target>;
  /**
   * Gives all traffic to an uploaded version.
   *
   * @param why said in the platform’s list of deployments
   * @throws MigrationBetween when the version is from before a migration
   */
  giveTraffic(id: string, why: string): Promise<void>;
  /**
   * Applies migrations, uploads and gives all traffic at once.
   *
   * @returns the id of the version
   */
  putOut(staged: Staged): Promise<string>;
}

/** How a deploy ended. */
export type Outcome =
  /** The new version has the traffic and passed every check. */
  | 'released'
  /** It failed before it had traffic; what was out is untouched. */
  | 'refused'
  /** It failed with traffic, and what was out before is out again. */
  | 'rolled-back'
  /** It failed, and there is no version before it, or that one fails as well. */
  | 'failed';

/** One thing done. */
export interface Step {
  step: 'upload' | 'try-out' | 'traffic' | 'check' | 'roll-back' | 'check-again';
  ok: boolean;
  /** The thing done, or why it failed. */
  what: string;
  seconds: number;
  checks?: Check[];
}

export interface Release {
  outcome: Outcome;
  commit: string;
  /** Ids of the platform; null where there is none. */
  version: string | null;
  before: string | null;
  /** Whether it applied a Durable Object migration. */
  migrated: boolean;
  /** Why it did not stay; null when it did. */
  why: string | null;
  steps: Step[];
}

interface Options {
  /** Whether the end of objects is waited for. */
  storage: boolean;
  /**
   * Makes ready the code of the version before, under the new version’s migrations: asked for before
   * anything is put out, because the platform does not roll back across a migration.
   *
   * @throws Error when the new migrations leave no way back, or the commit is not known here
   */
  older: (before: Version, staged: Staged) => Promise<Staged>;
  say: (text: string) => void;
}

export async function release(
  platform: Platform,
  staged: Staged,
  { storage, older, say }: Options,
): Promise<Release> {
  const { commit, dist } = staged;
  const steps: Step[] = [];
  const result: Release = {
    outcome: 'failed',
    commit,
    version: null,
    before: null,
    migrated: false,
    why: null,
    steps,
  };
  /** Does a step and notes how it went. @throws what it throws */
  const doing = async <Value>(step: Step['step'], what: string, action: () => Promise<Value>) => {
    say(`${what} …`);
    const started = performance.now();
    const note = (ok: boolean, said: string) =>
      steps.push({ step, ok, what: said, seconds: Math.round(performance.now() - started) / 1000 });
    try {
      const value = await action();
      note(true, what);
      return value;
    } catch (error) {
      const refused = error instanceof MigrationBetween;
      note(false, refused ? `The platform refused: ${messageOf(error)}` : messageOf(error));
      throw error;
    }
  };
  const check = async (
    step: Step['step'],
    what: string,
    target: Target,
    expected: { commit: string; dist?: string; storage: boolean },
  ) => {
    say(`${what} …`);
    const started = performance.now();
    const checks = await checkDeployment(target, expected, say);
    const why = failureOf(checks);
    const seconds = Math.round(performance.now() - started) / 1000;
    steps.push({ step, ok: why === undefined, what: why ?? what, seconds, checks });
    return why;
  };

  const before = await platform.current();
  result.before = before?.id ?? null;
  let wayBack: Staged | undefined;
  try {
    let id: string | undefined;
    if (before !== undefined) {
      try {
        id = await doing('upload', `Uploading ${name(commit)} without traffic`, () =>
          platform.upload(staged),
        );
      } catch (error) {
        if (!(error instanceof MigrationBetween)) throw error;
        wayBack = await doing(
          'upload',
          `It has new migrations, so it gets the traffic at once: making ${name(before.commit)} ready to go out again`,
          () => older(before, staged),
        );
      }
    }
    if (id !== undefined && before !== undefined) {
      result.version = id;
      const trial = await doing('try-out', 'Letting it be asked without traffic', () =>
        platform.tryOut(id, before),
      );
      const expected = { commit, dist, storage: false };
      const why = await check('try-out', 'Checking it without traffic', trial, expected);
      if (why !== undefined) {
        await doing('roll-back', `${name(before.commit)} keeps all traffic`, () =>
          platform.giveTraffic(before.id, `${name(commit)} was refused`),
        );
        return { ...result, outcome: 'refused', why };
      }
      await doing('traffic', 'Giving it all traffic', () =>
        platform.giveTraffic(id, `Release ${name(commit)}`),
      );
    } else {
      result.version = await doing('traffic', `Putting ${name(commit)} out`, () =>
        platform.putOut(staged),
      );
      result.migrated = true;
    }
    const expected = { commit, dist, storage };
    const why = await check('check', 'Checking it with traffic', platform.target, expected);
    if (why === undefined) return { ...result, outcome: 'released' };
    if (before === undefined) return { ...result, why };
    await takeBack(before, why);
    const still = { commit: before.commit, storage: false };
    const again = await check('check-again', 'Checking what is out again', platform.target, still);
    return again === undefined
      ? { ...result, outcome: 'rolled-back', why }
      : { ...result, why: `${why}. What was out before fails as well: ${again}` };
  } catch (error) {
    return { ...result, why: messageOf(error) };
  } finally {
    await wayBack?.remove();
  }

  /** Gives the traffic back; across a migration by putting the old code out anew. */
  async function takeBack(to: Version, why: string): Promise<void> {
    try {
      await doing('roll-back', `Rolling back to ${name(to.commit)}`, () =>
        platform.giveTraffic(to.id, `${name(commit)} failed: ${why}`.slice(0, 100)),
      );
    } catch (error) {
      if (!(error instanceof MigrationBetween)) throw error;
      const old = (wayBack ??= await older(to, staged));
      await doing('roll-back', `Putting ${name(to.commit)} out anew with the new migrations`, () =>
        platform.putOut(old),
      );
    }
  }
}

/** A commit as people read it. */
export function name(commit: string): string {
  if (commit === '') return 'an unknown commit';
  return /^[0-9a-f]{40}$/.test(commit) ? commit.slice(0, 10) : commit;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  released: 'is out and passed every check',
  refused: 'was refused before it had traffic; what was out is untouched',
  'rolled-back': 'failed with traffic, and the version before is out again',
  failed: 'failed, and nothing that passes its checks is out',
};

/** How a deploy ended, for a terminal. */
export function releaseText({ commit, outcome, why, steps }: Release): string {
  const lines = steps.map(
    ({ ok, what, seconds }) =>
      `  ${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${what}`,
  );
  return [`${name(commit)} ${OUTCOMES[outcome]}.`, ...(why === null ? [] : [why]), ...lines].join(
    '\n',
  );
}
