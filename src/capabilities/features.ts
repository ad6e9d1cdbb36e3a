/**
 * What a reader asks first of a library, defined once for every page: the table of home, the filters of
 * `/choose/`, the matrix and the page of a library.
 */
import { streamArms } from '../places/streams/list.ts';
import type { Recorded } from '../probes/recorded.ts';
import { allSystems, systems } from '../systems/index.ts';
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
  const feature: Feature | undefined = features.find((each) => each.id === id);
  if (feature === undefined) {
    const known = features.map((each) => each.id).join(', ');
    throw new RangeError(`feature: got "${id}", expected one of ${known}`);
  }
  const asked = askedArm(arm);
  return statedFor(feature, asked, recorded) ?? recordedFor(feature, asked, recorded);
}

interface AskedArm {
  system: string;
  name: string;
  /** How its bench accepts it; undefined for arms that no bench serves. */
  accept: 'hibernating' | 'in-memory' | 'request' | undefined;
  /** The same of the arm over which the questions were put. */
  probed: AskedArm['accept'];
}

/** What is known of an arm: its own configuration, that of streams, or the one that was asked. */
function askedArm(arm: string): AskedArm {
  const at = arm.lastIndexOf('/');
  const [named, name] = at < 0 ? [arm, ''] : [arm.slice(0, at), arm.slice(at + 1)];
  const found = allSystems.find(({ id, measuredAs }) => id === named || measuredAs === named);
  const system = found?.id ?? named;
  const acceptOf = (wanted: string | undefined): AskedArm['accept'] =>
    ownArm(system, wanted)?.accept ??
    streamArms.find((each) => each.arm === `${system}/${wanted}`)?.accept ??
    // A library whose package is not installed has no arms, but its answers are recorded.
    (wanted === 'hibernating' && found?.probed === wanted ? wanted : undefined);
  return { system, name, accept: acceptOf(name), probed: acceptOf(found?.probed) };
}

const ownArm = (system: string, name: string | undefined) =>
  systems.find(({ id }) => id === system)?.arms.find((each) => each.name === name);

const isRequest = (accept: AskedArm['accept']): boolean => accept === 'request';

/** What follows from the configuration itself, which outweighs the answer over another one. */
function statedFor(feature: Feature, arm: AskedArm, recorded: Answers): ArmFeature | undefined {
  const { id, questions, lack, workload } = feature;
  const { system, name, accept } = arm;
  const served = systems.find((each) => each.id === system);
  const own = ownArm(system, name);
  const href = hrefOf(questions, system);
  if (id === 'hibernation' && accept !== undefined) return held(accept, href);
  if (id === 'streams') return measuredStream(arm);
  if (served === undefined || own === undefined) return undefined;
  const cannot = workload && (own.cannot?.[workload] ?? served.cannot[workload]);
  if (cannot) return answer('no', cannot, href);
  if (lack === undefined) return undefined;
  const is = [lack, `${own.label}: ${lack}`].some((each) => served.lacks.includes(each))
    ? 'no'
    : 'yes';
  const seen = recordedFor(feature, arm, recorded);
  return seen.answer === is
    ? seen
    : answer(is, `In this configuration ${is === 'yes' ? 'it has this' : 'it lacks this'}.`, href);
}

/** Hibernation by how the bench holds the configuration. */
function held(accept: NonNullable<AskedArm['accept']>, href: string): ArmFeature {
  if (accept === 'in-memory') return answer('no', 'It keeps the object awake.', href);
  if (accept === 'hibernating') return answer('yes', 'It can hibernate.', href);
  return answer('yes', 'It sends requests, so no socket keeps the object awake.', href);
}

/** The way in which the study of streams measured the library over the same transport. */
function measuredStream({ system, accept }: AskedArm): ArmFeature | undefined {
  if (accept === undefined) return undefined;
  const way = streamArms.find(
    (each) => each.system === system && isRequest(each.accept) === isRequest(accept),
  );
  return way && answer('yes', `Measured as ${way.spoken}.`, '/studies/streams/');
}

function recordedFor(feature: Feature, arm: AskedArm, { results }: Answers): ArmFeature {
  const { questions, everywhere } = feature;
  const { system, accept, probed } = arm;
  const href = hrefOf(questions, system);
  const answers = questions.map((probe) =>
    results.find((each) => each.probe === probe && each.system === system),
  );
  if (answers.includes(undefined)) {
    return answer('not tested', 'This library was not asked.', `/capabilities/#${questions[0]}`);
  }
  const isSame = accept !== undefined && isRequest(accept) === isRequest(probed);
  if (!isSame && !everywhere) {
    return answer(
      'not tested',
      `Asked ${isRequest(probed) ? 'over HTTP' : 'over its socket'} only.`,
      href,
    );
  }
  const wrong = answers.find((each) => each !== undefined && each.result !== 'pass');
  if (wrong === undefined) return answer('yes', answers[0]?.detail ?? '', href);
  // A stream of another kind than the one that was asked for was not watched.
  const isOther = feature.id === 'pressure' && wrong.result === 'not-applicable';
  const partly = wrong.result === 'partly' ? 'Partly: ' : '';
  return answer(
    isOther ? 'not tested' : 'no',
    `${partly}${wrong.detail}`,
    hrefOf([wrong.probe], system),
  );
}

function answer(is: ArmFeature['answer'], why: string, href: string): ArmFeature {
  return { answer: is, why, href };
}

/** Address of the answer to a question, on the page of the matrix. */
function hrefOf([question]: readonly string[], system: string): string {
  return `/capabilities/#${question}--${system}`;
}
