/**
 * The run that the address of the page asks for: `?seed=7&length=60s&workloads=a,b&arms=a,b`, or `rounds=40`.
 * In the lab also `study`, `origin` and workloads such as `echo-2500x8`.
 */
import { readBenchOrigin } from '../../bench-client/about.ts';
import { isOutside, type Length, type Size } from '../../harness/plan/index.ts';
import type { Finding } from '../../report/finding.ts';
import type { QuotedContext } from '../../report/rows.ts';
import { freeForm, readFree } from '../../studies/free.ts';

interface Offered {
  length: readonly string[];
  workloads: readonly string[];
  arms: readonly string[];
  /** Ids of the studies of the lab; absent where the page is of one study. */
  studies?: readonly string[] | undefined;
  /** In the lab: the study that all this is of. An address that asks for another is not for it. */
  study?: string;
  /** Whether workloads such as `echo-2500x8` are offered too. */
  free?: boolean;
}

/** The choices that were asked for; others are absent. */
export interface Asked {
  seed?: number;
  /** Value of a choice of the form. */
  length?: string;
  /** Rounds of every workload, where that is the choice. */
  rounds?: number;
  workloads?: string[];
  arms?: string[];
  /** Arms from outside among those asked for, which no bench but their author’s has. */
  missing?: string[];
  study?: string;
  /** Origin of the bench. */
  origin?: string;
  /** Arm that ratios are stated against. */
  reference?: string;
}

/** What only the lab can be asked for, and what others may call it. */
const OF_LAB = ['study', 'reference', 'origin', 'bench'];

const NAMES = ['study', 'workloads', 'arms', 'reference', 'length', 'rounds', 'seed', 'origin'];

export const LARGEST_SEED = 0xffffffff;

/**
 * Reads the query of an address. Other parameters are left to others, but for those of the lab, whose
 * address is the plan.
 *
 * @throws RangeError naming the value got and what was expected.
 */
export function readQuery(search: string, offered: Offered): Asked {
  const query = new URLSearchParams(search);
  const asked: Asked = {};
  const { studies } = offered;
  if (studies === undefined) {
    for (const name of OF_LAB.filter((each) => query.has(each))) {
      const got = `${name}: got "${query.get(name)}", expected none on this page`;
      throw new RangeError(`${got}; the lab, /lab/, takes study=… and origin=…`);
    }
  } else {
    for (const [name, value] of query) {
      if (NAMES.includes(name)) continue;
      const got = `address: got "${name}=${value}", expected`;
      throw new RangeError(`${got} one of ${NAMES.map((each) => `${each}=…`).join(', ')}`);
    }
    const study = query.get('study');
    const origin = query.get('origin');
    if (study !== null) asked.study = oneOf('study', study, studies);
    if (asked.study !== undefined && asked.study !== (offered.study ?? asked.study)) return asked;
    if (origin !== null) asked.origin = readBenchOrigin(origin);
  }
  const seed = query.get('seed');
  const length = query.get('length');
  const rounds = query.get('rounds');
  const workloads = query.get('workloads');
  const arms = query.get('arms');
  const reference = query.get('reference');
  if (reference !== null) asked.reference = oneOf('reference', reference, offered.arms);
  if (seed !== null) asked.seed = readNumber('seed', seed, 0, LARGEST_SEED);
  if (length !== null) asked.length = oneOf('length', length, offered.length);
  if (rounds !== null) {
    if (length !== null && length !== ROUNDS) {
      throw new RangeError(
        `rounds: got "${rounds}" with the length ${length}, expected one of the two`,
      );
    }
    asked.rounds = readNumber('rounds', rounds, 1, MOST_ROUNDS);
    asked.length = ROUNDS;
  }
  if (workloads !== null) {
    asked.workloads = workloads.split(',').map((id) => {
      if (!offered.free) return oneOf('workloads', id, offered.workloads);
      return readFree(id) ? id : oneOf('workloads', id, offered.workloads, `, or ${freeForm}`);
    });
  }
  if (arms !== null) {
    const ids = arms.split(',');
    const missing = ids.filter((id) => isOutside(id) && !offered.arms.includes(id));
    asked.arms = ids
      .filter((id) => !missing.includes(id))
      .map((id) => oneOf('arms', id, offered.arms));
    if (missing.length > 0) asked.missing = missing;
  }
  return asked;
}

function readNumber(what: string, text: string, least: number, most: number): number {
  // Digits only: Number() would also take "", " 7", "7e1" and "0x7".
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`${what}: got "${text}", expected a whole number from ${least} to ${most}`);
}

function oneOf(what: string, value: string, known: readonly string[], besides = ''): string {
  if (known.includes(value)) return value;
  throw new RangeError(`${what}: got "${value}", expected one of ${known.join(', ')}${besides}`);
}

/** Everything that a plan consists of. */
interface Written {
  study: string;
  workloads: readonly string[];
  arms: readonly string[];
  /** Absent for the study’s. */
  reference?: string | undefined;
  length: Length;
  /** Absent where it is drawn anew. */
  seed?: number | undefined;
  /** Absent for the site’s own bench. */
  origin?: string | undefined;
}

/** The query that asks for these choices in the lab; read again by {@link readQuery}. */
export function writeQuery({
  study,
  workloads,
  arms,
  reference,
  length,
  seed,
  origin,
}: Written): string {
  const asked: Array<[name: string, value: string | number | undefined]> = [
    ['study', study],
    ['workloads', workloads.join(',')],
    ['arms', arms.join(',')],
    ['reference', reference],
    length.rule === 'fixed' ? ['rounds', length.rounds] : ['length', valueOf(length)],
    ['seed', seed],
    ['origin', origin],
  ];
  const pairs = asked.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  // Legible: these need no escape in a query.
  return `?${pairs.join('&').replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

/** A run with what its plan is made from. */
export interface PlannedRun {
  study: string;
  seed: number;
  plan: Finding['plan'];
  environment: Pick<Finding['environment'], 'origin'>;
}

/** Address in the lab that replays the plan of a run, its seed included. @param bench the site’s own */
export function labAddress({ study, seed, plan, environment }: PlannedRun, bench: string): string {
  const { workloads, arms, reference } = plan;
  const length = lengthOfPlan(plan);
  const origin = environment.origin === bench ? undefined : environment.origin;
  return `/lab/${writeQuery({ study, workloads, arms, reference, length, seed, origin })}`;
}

/** The length that a plan was laid out with. */
export function lengthOfPlan({ rule, rounds, budgetMs = 0 }: PlannedRun['plan']): Length {
  if (rounds !== undefined) return { rule: 'fixed', rounds };
  return rule === 'time' ? { rule, budgetMs } : { rule: 'until-decided' };
}

// How long a run may be: the choices of the form.

/** The choice of a number of rounds, and the most of them. */
export const ROUNDS = 'rounds';
export const MOST_ROUNDS = 10_000;
/** Rounds that the form begins with. */
export const USUAL_ROUNDS = 40;

/** The other choices by the value of their radio button, which is also that of `?length=`. */
export const lengths: ReadonlyArray<{ value: string; name: string; length: Length }> = [
  { value: 'until-decided', name: 'Until decided', length: { rule: 'until-decided' } },
  { value: '10s', name: '10 s', length: { rule: 'time', budgetMs: 10_000 } },
  { value: '60s', name: '1 min', length: { rule: 'time', budgetMs: 60_000 } },
  { value: '300s', name: '5 min', length: { rule: 'time', budgetMs: 300_000 } },
];

function valueOf(length: Exclude<Length, { rule: 'fixed' }>): string {
  return length.rule === 'time' ? `${length.budgetMs / 1000}s` : length.rule;
}

/** How a run is to end by the choices of the form: a value that names seconds is that time. */
export function lengthOf(value: string | undefined, rounds: number): Length {
  if (value === ROUNDS) return { rule: 'fixed', rounds };
  const [, seconds] = /^(\d+)s$/.exec(value ?? '') ?? [];
  if (seconds === undefined) return { rule: 'until-decided' };
  return { rule: 'time', budgetMs: Number(seconds) * 1000 };
}

/** The island’s configuration, in the server-rendered markup as JSON in a script element. */
export interface LiveConfig {
  study: string;
  /** Origin of the bench; empty when the bench answers on the page's own. */
  origin: string;
  workloads: SizedWorkload[];
  asks: {
    /** Id of the arm that the study states ratios against. */
    reference: string;
    /** Ids of the arms that do the work by hand, the baseline first: compared only where there is nothing else. */
    byHand: string[];
    /** Ids of the other arms of its own runs. */
    usual: string[];
  };
  quoted?: QuotedContext | undefined;
  /** The published result, as far as a figure needs it. */
  published?: Finding | undefined;
  /** Whether no bench is asked: what is called are workers and frames of the page. */
  inPage?: true;
  /** What the study asks for in the place of the usual time nearby, in ms. */
  budgetMs?: number;
  /** In the lab: ids of all studies there. */
  lab?: string[];
}

/** A workload as far as an estimate needs it. */
interface SizedWorkload extends Size {
  id: string;
  /** Ids of the arms that cannot do it, the A/A control among them. */
  lackedBy: string[];
  /** Whether its calls and their payload stay at the bench. */
  atBench?: boolean;
  /** Most arms that may do it at once, where each has connections besides its own. */
  mostArms?: number;
}

/**
 * The configuration as text for a script element: no `<` of it can end the element. Published figures have
 * six digits, more than is ever shown: the rest of a fraction would be much of what a page weighs.
 */
export function writeConfig(config: LiveConfig): string {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  return JSON.stringify(config, short).replaceAll('<', '\\u003c');
}

/** @param text from `writeConfig` */
export function readConfig(text: string): LiveConfig {
  return JSON.parse(text) as LiveConfig;
}
