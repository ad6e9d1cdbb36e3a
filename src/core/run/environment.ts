import type { Arm } from '../plan/index.ts';
import {
  type Environment,
  type SessionRecord,
  type Setting,
  settings,
  CONTROL,
} from '../record/index.ts';
import { notices } from '../statistics/index.ts';
import type { RunStart, End, Findings } from './events.ts';

/** Steps that are looked at: enough to meet a small one, few enough for a clock that moves once a ms. */
const STEPS = 20;
/** Readings after which no further step is looked at: tens of milliseconds on any machine. */
const READINGS = 5_000_000;
/** Readings before a clock counts as standing still: far longer than 100 ms, the step of browsers that resist fingerprinting. */
const STILL = 10_000_000;

/** The smallest step of a clock in ms, in µs, found by reading it until it moves. @throws RangeError when it does not */
export function clockStepUs(now: () => number): number {
  let smallest = Infinity;
  let readings = 0;
  for (let step = 0; step < STEPS && readings < READINGS; step += 1) {
    const before = now();
    let after = now();
    while (after <= before) {
      readings += 1;
      if (readings > STILL) {
        throw new RangeError(
          `clock: still at ${before} ms after ${STILL} readings, expected it to move`,
        );
      }
      after = now();
    }
    smallest = Math.min(smallest, after - before);
  }
  // Clocks step in whole nanoseconds at best; the rest is left behind by subtracting floats.
  return Math.max(1, Math.round(smallest * 1e6)) / 1000;
}

/** The part of the answer of `/bench/about` that a run needs. */
export interface AboutBench {
  setting: Setting;
  commit: string | null;
  dirty: boolean;
  colo: string | null;
  systems: Array<{ id: string; versions: Record<string, string> }>;
}

/** Facts that the client knows of itself. */
export interface ClientFacts extends Pick<
  Environment,
  'proxy' | 'runtime' | 'userAgent' | 'platform' | 'cpuCount' | 'cpu' | 'loadAverage' | 'thread'
> {
  /** Smallest step of its clock, in µs. */
  clockStepUs: number;
}

/** Describes where a run takes place. */
export function describeEnvironment(
  origin: string,
  about: AboutBench,
  client: ClientFacts,
  arms: ReadonlyArray<Pick<Arm<unknown>, 'id' | 'label' | 'accept' | 'conditions'>>,
  reference: string,
): Environment {
  return {
    setting: about.setting,
    origin,
    ...client,
    versions: Object.fromEntries(about.systems.flatMap(({ versions }) => Object.entries(versions))),
    ...(about.commit === null ? {} : { commit: about.commit, dirty: about.dirty }),
    ...(about.colo === null ? {} : { colo: about.colo }),
    labels: Object.fromEntries(arms.map(({ id, label }) => [id, label])),
    accept: byArm(arms, reference, ({ accept }) => accept),
    ...(arms.some((arm) => arm.conditions) && {
      conditions: byArm(arms, reference, ({ conditions }) => conditions),
    }),
  };
}

/** Values of arms by their ids. The A/A control has those of the reference. */
function byArm<Own extends { id: string }, Value>(
  arms: readonly Own[],
  reference: string,
  of: (arm: Own) => Value | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    arms.flatMap((arm) => {
      const value = of(arm);
      if (value === undefined) return [];
      const ids = arm.id === reference ? [arm.id, CONTROL] : [arm.id];
      return ids.map((id) => [id, value] as const);
    }),
  );
}

/** Checks an answer of `/bench/about`. @throws TypeError naming the value got and the one expected */
export function readAbout(value: unknown): AboutBench {
  const about = value as Partial<Record<keyof AboutBench, unknown>> | null;
  const setting = settings.find((name) => name === about?.setting);
  if (setting === undefined) {
    throw new TypeError(
      `about: got the setting ${JSON.stringify(about?.setting)}, expected one of ${settings.join(', ')}`,
    );
  }
  const onCloudflare = setting === 'deployed' || setting === 'preview';
  const systems = Array.isArray(about?.systems) ? (about.systems as AboutBench['systems']) : [];
  return {
    setting,
    commit: typeof about?.commit === 'string' ? about.commit : null,
    dirty: about?.dirty === true,
    // The development server makes a data centre up.
    colo: onCloudflare && typeof about?.colo === 'string' ? about.colo : null,
    systems,
  };
}

/** The record of a run: the same for the page and the command line. */
export function recordOf(run: RunStart & Findings & { end: End }): SessionRecord {
  const { environment, startedAt, end, sessions } = run;
  const { study, seed, ...plan } = run.plan;
  // No record is made of a plan with groups; the schema has none.
  delete plan.groups;
  const record: SessionRecord = {
    schema: 1,
    kind: 'measured',
    study,
    startedAt: startedAt.toISOString(),
    seed,
    plan,
    environment,
    partial: end.kind === 'complete' ? undefined : (true as const),
    sessions,
  };
  return { ...record, notices: notices(record) };
}
