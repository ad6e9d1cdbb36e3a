/**
 * The first questions of a reader about a library, defined once for every page: the table of home, the filters of
 * `/choose/`, the matrix and the page of a library.
 */
import type { AcceptMode } from '../core/record/index.ts';
import type { Recorded } from './questions/recorded.ts';
import { allSystems, findIn } from '../libraries/systems/index.ts';
import type { System } from '../libraries/systems/system.ts';

/** The answer to a question about a library. */
export interface FeatureCell {
  answer: 'yes' | 'partly' | 'no' | 'n/a' | 'not tested';
  /** Why, in a sentence. */
  why?: string;
  href?: string;
}

export interface Feature {
  id: string;
  /** Short enough for the head of a column. */
  label: string;
  /** The meaning of a yes, in a sentence. */
  means: string;
  /** Questions that all have to be answered with `pass`. */
  questions: readonly string[];
  /** Question that asks the same over HTTP of a library that was otherwise asked over its socket. */
  overHttp?: string;
  /** Workload for which an arm that cannot do this states the reason. */
  workload?: string;
  /** Arms for which the answer to one arm of a library holds: those of every place, or those of the bench. */
  holdsFor?: 'everywhere' | 'bench';
}

export const features = [
  {
    id: 'functions',
    label: 'Functions',
    means: 'The client passes a function, and the server calls it.',
    questions: ['references-callback'],
    workload: 'called-back',
  },
  {
    id: 'chains',
    label: 'Pipelining',
    means: 'Calls on results that are still to come take one round trip.',
    questions: ['pipelining-chain'],
    overHttp: 'transports-http-chain',
  },
  {
    id: 'types',
    label: 'Map and Set',
    means: 'A Map and a Set arrive as they were sent.',
    questions: ['values-map', 'values-set'],
    holdsFor: 'bench',
  },
  {
    id: 'date',
    label: 'Date',
    means: 'A Date arrives as it was sent.',
    questions: ['values-date'],
    holdsFor: 'bench',
  },
  {
    id: 'hibernation',
    label: 'Hibernates',
    means: 'The Durable Object can hibernate while clients stay connected.',
    questions: ['hibernation-sleeps'],
  },
  {
    id: 'streams',
    label: 'Streams',
    means: 'The server sends many items as the answer to one call.',
    questions: ['direction-stream'],
  },
  {
    id: 'pressure',
    label: 'Back-pressure',
    means: 'A server that streams waits for a client that reads slowly.',
    questions: ['direction-back-pressure'],
  },
  {
    id: 'push',
    label: 'Subscriptions',
    means: 'The server sends messages that a client listens for.',
    questions: ['direction-push'],
  },
  {
    id: 'errors',
    label: 'Errors with class',
    means: 'A TypeError that the server throws arrives as a TypeError.',
    questions: ['errors-class'],
  },
  {
    id: 'reconnects',
    label: 'Reconnects',
    means: 'A client that listens connects again by itself after a loss.',
    questions: ['loss-reconnect'],
  },
  {
    id: 'deadlines',
    label: 'Deadlines',
    means: 'A call that is never answered is rejected after a time that the client set.',
    questions: ['loss-deadline'],
  },
  {
    id: 'typed',
    label: 'Inferred types',
    means: 'TypeScript takes the types of calls from the server’s code, without generated code.',
    questions: ['typescript-inferred'],
    holdsFor: 'everywhere',
  },
] as const satisfies readonly Feature[];

export type FeatureId = (typeof features)[number]['id'];

/** The answer for one arm: partly is no, because its reason says what is missing. */
export interface ArmFeature extends FeatureCell {
  answer: 'yes' | 'no' | 'not tested';
  why: string;
  href: string;
}

type Answers = Pick<Recorded, 'results'>;

/**
 * The answer to whether a library in one configuration has a feature. An arm that was never asked is not tested.
 *
 * @param arm id of any study: `capnweb/http-batch`, `outside:lumenize-rpc/hibernating`
 * @throws RangeError naming the features there are
 */
export function featureOf(id: string, arm: string, recorded: Answers): ArmFeature {
  const feature: Feature = findIn<Feature>('feature', features, id);
  const asked = askedArm(arm);
  return statedFor(feature, asked) ?? recordedFor(feature, asked, recorded);
}

type Accept = AcceptMode | undefined;

/** The facts on an arm: its own configuration, and the one that was asked. */
function askedArm(arm: string) {
  const [, named = arm, name = ''] = /^(.*)\/([^/]*)$/.exec(arm) ?? [];
  // A library whose package is not installed is not served, but its answers are recorded.
  const found: Partial<System> | undefined = allSystems.find(
    ({ id, measuredAs }) => id === named || measuredAs === named,
  );
  const { id: system = named, arms = [], cannot } = found ?? {};
  const own = arms.find((each) => each.name === name);
  return {
    system,
    arms,
    own,
    cannot,
    /** How its bench accepts it; undefined for arms that no bench serves. */
    accept: own?.accept,
    /** The accept mode of the arm over which the questions were put. */
    probed: arms.find((each) => each.name === found?.probed)?.accept,
  };
}

type AskedArm = ReturnType<typeof askedArm>;

const isRequest = (accept: Accept): boolean => accept === 'request';

/** The answer by the configuration itself, which outweighs one that was given over another. */
function statedFor(
  { id, questions, workload = '' }: Feature,
  arm: AskedArm,
): ArmFeature | undefined {
  const { system, own, accept, cannot } = arm;
  const href = hrefOf(questions[0], system);
  if (id === 'hibernation' && accept !== undefined) return { ...held[accept], href };
  if (id === 'streams') return measuredStream(arm);
  if ((id === 'types' || id === 'date') && own?.json)
    return { answer: 'no', why: 'Its messages are plain JSON.', href };
  const why = own && (own.cannot?.[workload] ?? cannot?.[workload]);
  return why === undefined ? undefined : { answer: 'no', why, href };
}

/** Hibernation by how the bench holds the configuration. */
const held: Readonly<Record<AcceptMode, Pick<ArmFeature, 'answer' | 'why'>>> = {
  'in-memory': { answer: 'no', why: 'It keeps the object awake.' },
  hibernating: { answer: 'yes', why: 'It can hibernate.' },
  request: { answer: 'yes', why: 'It sends requests, so no socket keeps the object awake.' },
  worker: { answer: 'yes', why: 'Its socket ends in the Worker, not in the object.' },
};

/** The way in which the study of streams measured the library over the same transport. */
function measuredStream({ arms, accept }: AskedArm): ArmFeature | undefined {
  if (accept === undefined || accept === 'worker') return undefined;
  const way = arms.find((each) => each.streams && isRequest(each.accept) === isRequest(accept));
  const why = `Measured as ${way?.streams?.spoken}.`;
  return way && { answer: 'yes', why, href: '/studies/streams/' };
}

function recordedFor(feature: Feature, arm: AskedArm, { results }: Answers): ArmFeature {
  const { id, holdsFor, overHttp } = feature;
  const { system, accept, probed } = arm;
  const isAsked = accept !== undefined && accept !== 'worker';
  const isSame = isAsked && isRequest(accept) === isRequest(probed);
  const isOverHttp = overHttp !== undefined && isRequest(accept) && !isSame;
  const questions = isOverHttp ? [overHttp] : feature.questions;
  const href = hrefOf(questions[0], system);
  const own = results.filter((each) => each.system === system);
  const answers = questions.flatMap((probe) => own.find((each) => each.probe === probe) ?? []);
  const untested = (why: string, at = href): ArmFeature => {
    return { answer: 'not tested', why, href: at };
  };
  if (answers.length < questions.length) {
    return untested('This library was not asked.', `/capabilities/#${questions[0]}`);
  }
  const holds = holdsFor === 'everywhere' || (holdsFor === 'bench' && accept !== undefined);
  if (!isSame && !isOverHttp && !holds) {
    return untested(`Asked ${isRequest(probed) ? 'over HTTP' : 'over its socket'} only.`);
  }
  const wrong = answers.find(({ result }) => result !== 'pass');
  if (wrong === undefined) return { answer: 'yes', why: answers[0]?.detail ?? '', href };
  const why = `${wrong.result === 'partly' ? 'Partly: ' : ''}${wrong.detail}`;
  // A stream of another kind than the one that was asked for was not watched.
  const isOther = id === 'pressure' && wrong.result === 'not-applicable';
  return { answer: isOther ? 'not tested' : 'no', why, href: hrefOf(wrong.probe, system) };
}

/** Address of the answer to a question, on the page of the matrix. */
function hrefOf(question: string | undefined, system: string): string {
  return `/capabilities/#${question}--${system}`;
}
