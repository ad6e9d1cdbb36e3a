/** What a reader may need of a library: the features, and what its notes and the study of failures tell. */
import { type ArmFeature, type FeatureId, featureOf, features } from '../../matrix/features.ts';
import type { FailureResult } from '../../matrix/failures/record.ts';
import type { Recorded } from '../../matrix/questions/recorded.ts';
import { formatDay } from '../../results/numbers/format.ts';
import type { SystemNotes } from '../../results/system-notes.ts';
import { survivesSilence } from '../../results/tables/failures.ts';
import { acceptOf, allSystems, systems } from '../../libraries/systems/index.ts';
import type { Case } from './cases.ts';

export interface Need {
  id: string;
  label: string;
  /** The meaning of a yes, in a sentence. */
  means: string;
  /** What to do without it: the rest of a sentence. */
  instead: string;
}

/** The answer of one configuration, with the option that a yes takes: `keepAlive`. */
export interface NeedAnswer extends Pick<ArmFeature, 'answer'> {
  why?: string;
  takes?: string;
  /** The name of another configuration of the library that says yes where this one says no. */
  elsewhere?: string;
}

const instead: Readonly<Record<FeatureId, string>> = {
  functions: 'send an id, and push the answers to a subscription',
  chains: 'write one server method that makes the calls',
  types: 'send them as arrays of entries',
  date: 'send dates as ISO 8601 text',
  hibernation: 'plan for an object that is billed while clients are connected',
  streams: 'fetch the items in pages, one call each',
  pressure: 'let the client ask for each next part',
  push: 'poll, or open a WebSocket of your own for events',
  errors: 'send the class of an error as a field',
  reconnects: 'add partysocket and a ping of your own',
  deadlines: 'race each call against a timer',
  typed: 'share one TypeScript interface between both sides',
};

/** Days after a release for which a library counts as maintained. */
const MAINTAINED_DAYS = 365;

/** Needs that no question of the matrix answers. */
const ofPackages: readonly Need[] = [
  {
    id: 'npm',
    label: 'On npm',
    means: 'The registry of npm had its newest version when it was asked.',
    instead: 'build it from its repository',
  },
  {
    id: 'maintained',
    label: 'Maintained',
    means: `It had a release in the ${MAINTAINED_DAYS} days before the registry was asked, and its authors do not advise against it.`,
    instead: 'be ready to maintain a copy of your own',
  },
];

const silence: Need = {
  id: 'silence',
  label: 'Survives silence',
  means: 'The same client works again within 120 s after its connection fell silent.',
  instead: 'ping, and open a new client when no answer comes',
};

/** The needs that a case offers: without questions that were put to its libraries only those of packages. */
export function needsOf({ features: asked }: Pick<Case, 'features'>): readonly Need[] {
  if (!asked) return ofPackages;
  const own = features.map(({ id, label, means }) => ({ id, label, means, instead: instead[id] }));
  return [...own, silence, ...ofPackages];
}

/** Notes on systems, by their ids. */
export type Notes = ReadonlyMap<string, Partial<SystemNotes>>;

export interface NeedSources {
  recorded: Pick<Recorded, 'results'>;
  notes: Notes;
  failures: FailureResult;
}

/** The answer of a configuration, from evidence of that configuration. @param arm `capnweb/http-batch` */
export function needAnswer(id: string, arm: string, sources: NeedSources): NeedAnswer {
  const { recorded, notes, failures } = sources;
  if (id === silence.id) return silenceAnswer(arm, failures);
  const own = notes.get(systemOf(arm)) ?? {};
  if (id === 'npm') return npmAnswer(own);
  if (id === 'maintained') return maintainedAnswer(own);
  const { answer, why } = featureOf(id, arm, recorded);
  return { answer, why };
}

/** Id of the library of an arm, also of one that was measured from outside. */
export function systemOf(arm: string): string {
  const named = arm.split('/')[0] ?? arm;
  return allSystems.find(({ measuredAs }) => measuredAs === named)?.id ?? named;
}

/** True if failures were tried over the transport of an arm, which is that of the questions. */
export function isTriedOver(arm: string): boolean {
  const [, name = ''] = arm.split('/');
  const {
    id = '',
    arms = [],
    probed = '',
  } = systems.find((each) => each.id === systemOf(arm)) ?? {};
  const accept = arms.some((each) => each.name === name) ? acceptOf(id, name) : undefined;
  if (accept === undefined || accept === 'worker') return false;
  return (accept === 'request') === (acceptOf(id, probed) === 'request');
}

function silenceAnswer(arm: string, failures: FailureResult): NeedAnswer {
  if (!isTriedOver(arm)) return { answer: 'not tested', why: 'Failures were not tried with it.' };
  const { answer, why, takes } = survivesSilence(systemOf(arm), failures);
  return { answer: answer === 'yes' || answer === 'no' ? answer : 'not tested', why, takes };
}

function npmAnswer({ newest, original }: Partial<SystemNotes>): NeedAnswer {
  if (original !== undefined) return { answer: 'no', why: 'It is code of this site.' };
  if (newest === undefined) return { answer: 'not tested', why: 'No registry lists it.' };
  const asked = `the registry asked on ${formatDay(newest.checked)}`;
  return newest.unlisted
    ? { answer: 'not tested', why: `Its version here is not in ${asked}.` }
    : { answer: 'yes', why: `It is in ${asked}.` };
}

function maintainedAnswer({ newest, advice, original }: Partial<SystemNotes>): NeedAnswer {
  if (original !== undefined) return { answer: 'no', why: 'It is code of this site.' };
  if (advice !== undefined) {
    const why = `Its authors have advised against it since ${formatDay(advice.date)}.`;
    return { answer: 'no', why };
  }
  const release = releaseOf(newest);
  if (release === undefined) {
    return { answer: 'not tested', why: 'The day of its newest release is not known.' };
  }
  const { day, checked, text } = release;
  const days = (Date.parse(checked) - Date.parse(day)) / 86_400_000;
  return { answer: days <= MAINTAINED_DAYS ? 'yes' : 'no', why: `Newest release: ${text}.` };
}

/** The newest release of a library’s first package, if its day is known. */
export function releaseOf(newest: SystemNotes['newest']) {
  const [[name, version] = []] = Object.entries(newest?.versions ?? {});
  const day = newest?.released?.[`${name}@${version}`];
  if (newest === undefined || version === undefined || day === undefined) return undefined;
  const { checked } = newest;
  return { day, checked, text: `${version} of ${formatDay(day)}, seen on ${formatDay(checked)}` };
}
