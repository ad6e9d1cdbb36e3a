/**
 * What a reader asks first of a library, defined once for every page: the table of home, the filters of
 * `/choose/`, the matrix and the page of a library.
 */
import type { AcceptMode } from '../harness/record/index.ts';
import type { Recorded } from '../questions/recorded.ts';
import { allSystems, findIn, systems } from '../systems/index.ts';
import type { System } from '../systems/system.ts';
import type { FeatureCell } from '../tables/table.ts';

export interface Feature {
  id: string;
  /** Short enough for the head of a column. */
  label: string;
  /** What a yes means, in a sentence. */
  means: string;
  /** Questions that all have to be answered with `pass`. */
  questions: readonly string[];
  /** Sentence of a system's `lacks`, which are complete for every arm of the bench. */
  lack?: string;
  /** Workload for which an arm that cannot do this states the reason. */
  workload?: string;
  /** Whether the answer to one arm holds for every arm of its library. */
  everywhere?: true;
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
    lack: 'Pipelining: calls on a result that is still to come.',
  },
  {
    id: 'types',
    label: 'Map and Set',
    means: 'A Map and a Set arrive as they were sent.',
    questions: ['values-map', 'values-set'],
    lack: 'Map and Set.',
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
    everywhere: true,
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
 * Whether a library in one configuration has a feature. An arm that was never asked is not tested.
 *
 * @param arm id of any study: `capnweb/http-batch`, `outside:lumenize-rpc/hibernating`
 * @throws RangeError naming the features there are
 */
export function featureOf(id: string, arm: string, recorded: Answers): ArmFeature {
  const feature: Feature = findIn<Feature>('feature', features, id);
  const asked = askedArm(arm);
  return statedFor(feature, asked, recorded) ?? recordedFor(feature, asked, recorded);
}

type Accept = AcceptMode | undefined;

/** What is known of an arm: its own configuration, that of streams, or the one that was asked. */
function askedArm(arm: string) {
  const [, named = arm, name = ''] = /^(.*)\/([^/]*)$/.exec(arm) ?? [];
  const found = allSystems.find(({ id, measuredAs }) => id === named || measuredAs === named);
  const system = found?.id ?? named;
  const served = systems.find(({ id }) => id === system);
  // A library whose package is not installed is not served, but its answers are recorded.
  const arms = found !== undefined && 'arms' in found ? (found as System).arms : [];
  const acceptOf = (wanted: string | undefined): Accept =>
    arms.find((each) => each.name === wanted)?.accept;
  return {
    ...{ system, served, arms, own: served?.arms.find((each) => each.name === name) },
    /** How its bench accepts it; undefined for arms that no bench serves. */
    accept: acceptOf(name),
    /** The same of the arm over which the questions were put. */
    probed: acceptOf(found?.probed),
  };
}

type AskedArm = ReturnType<typeof askedArm>;

const isRequest = (accept: Accept): boolean => accept === 'request';

/** What follows from the configuration itself, which outweighs the answer over another one. */
function statedFor(feature: Feature, arm: AskedArm, recorded: Answers): ArmFeature | undefined {
  const { id, questions, lack, workload } = feature;
  const { system, served, own, accept } = arm;
  const href = hrefOf(questions[0], system);
  if (id === 'hibernation' && accept !== undefined) return { ...held[accept], href };
  if (id === 'streams') return measuredStream(arm);
  if (served === undefined || own === undefined) return undefined;
  const cannot = workload && (own.cannot?.[workload] ?? served.cannot[workload]);
  if (cannot) return { answer: 'no', why: cannot, href };
  if (lack === undefined) return undefined;
  const lacks = [lack, `${own.label}: ${lack}`].some((each) => served.lacks.includes(each));
  const seen = recordedFor(feature, arm, recorded);
  if (seen.answer === (lacks ? 'no' : 'yes')) return seen;
  return lacks
    ? { answer: 'no', why: 'In this configuration it lacks this.', href }
    : { answer: 'yes', why: 'In this configuration it has this.', href };
}

/** Hibernation by how the bench holds the configuration. */
const held: Readonly<Record<AcceptMode, Pick<ArmFeature, 'answer' | 'why'>>> = {
  'in-memory': { answer: 'no', why: 'It keeps the object awake.' },
  hibernating: { answer: 'yes', why: 'It can hibernate.' },
  request: { answer: 'yes', why: 'It sends requests, so no socket keeps the object awake.' },
};

/** The way in which the study of streams measured the library over the same transport. */
function measuredStream({ arms, accept }: AskedArm): ArmFeature | undefined {
  if (accept === undefined) return undefined;
  const way = arms.find((each) => each.streams && isRequest(each.accept) === isRequest(accept));
  const why = `Measured as ${way?.streams?.spoken}.`;
  return way && { answer: 'yes', why, href: '/studies/streams/' };
}

function recordedFor(feature: Feature, arm: AskedArm, { results }: Answers): ArmFeature {
  const { id, questions, everywhere } = feature;
  const { system, accept, probed } = arm;
  const href = hrefOf(questions[0], system);
  const own = results.filter((each) => each.system === system);
  const answers = questions.flatMap((probe) => own.find((each) => each.probe === probe) ?? []);
  const untested = (why: string, at = href): ArmFeature => {
    return { answer: 'not tested', why, href: at };
  };
  if (answers.length < questions.length) {
    return untested('This library was not asked.', `/capabilities/#${questions[0]}`);
  }
  const isSame = accept !== undefined && isRequest(accept) === isRequest(probed);
  if (!isSame && !everywhere) {
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
