/** All questions by their subjects, in the order of the matrix. */
import { bundle } from './bundle.ts';
import { browserSubjects } from './in-browser.ts';
import { probesOf, type Subject } from './question.ts';
import { runtimes } from './runtimes.ts';
import { security } from './security.ts';
import { typescript } from './typescript.ts';

export const subjects: readonly Subject[] = [
  ...browserSubjects.filter((subject) => subject !== security),
  typescript,
  security,
  bundle,
  runtimes,
];

export const allProbes = probesOf(subjects);

/** What one asks first of an RPC system: the question that finds it, and its name in a list. */
export const features: ReadonlyArray<readonly [probe: string, name: string]> = [
  ['pipelining-chain', 'chains in one round trip'],
  ['batching-frames', 'batching'],
  ['references-callback-result', 'functions as arguments'],
  ['references-object', 'objects by reference'],
  ['direction-stream', 'streams'],
  ['direction-push', 'messages from the server'],
  ['direction-back-pressure', 'back-pressure'],
  ['values-map', 'Map'],
  ['values-date', 'Date'],
  ['values-bigint', 'BigInt'],
  ['values-typed-arrays', 'typed arrays'],
  ['values-cycle', 'cycles'],
  ['errors-class', 'errors of their class'],
  ['errors-stack', 'stacks of the server'],
  ['loss-reconnect', 'reconnecting by itself'],
  ['loss-resume', 'going on where it was cut'],
  ['loss-deadline', 'deadlines'],
  ['loss-cancel', 'cancelling'],
  ['hibernation-sleeps', 'hibernation'],
  ['typescript-inferred', 'types taken from the server'],
  ['security-types', 'arguments checked at run time'],
];
