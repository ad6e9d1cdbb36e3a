/** All questions of each place by their groups, in the order of its page. */
import { bundle } from './bundle.ts';
import { browserSubjects } from './in-browser.ts';
import { type Place, type Probe, probesIn, type Subject } from './question.ts';
import { runtimes } from './runtimes.ts';
import { security } from './security.ts';
import { typescript } from './typescript.ts';

/** Questions that stand together on a page. */
export interface Group {
  id: string;
  label: string;
  onlyCli?: string | undefined;
  probes: readonly Probe[];
}

const subjects: readonly Subject[] = [
  ...browserSubjects.filter((subject) => subject !== security),
  typescript,
  security,
  bundle,
  runtimes,
];

/** @param labels of the groups by their ids */
function grouped(place: Place, labels: Readonly<Record<string, string>>): Group[] {
  const probes = subjects.flatMap((subject) => probesIn(subject, place));
  return Object.entries(labels)
    .map(([id, label]) => ({
      ...{ id, label, onlyCli: subjects.find((subject) => subject.id === id)?.onlyCli },
      probes: probes.filter(({ group }) => group === id),
    }))
    .filter((group) => group.probes.length > 0);
}

export const groups: Readonly<Record<Place, readonly Group[]>> = {
  bench: grouped('bench', Object.fromEntries(subjects.map(({ id, label }) => [id, label]))),
  objects: grouped('objects', {
    errors: 'Errors',
    values: 'Values, streams and functions',
    calls: 'Order and cancelling',
    eviction: 'Eviction',
  }),
  windows: grouped('windows', {
    errors: 'Errors',
    values: 'Values',
    calls: 'Calls, functions and objects',
    leaving: 'Ends, objects let go, and strangers',
  }),
};

/** All questions of a place, in the order of its page. */
export const allProbes = (place: Place): Probe[] => groups[place].flatMap(({ probes }) => probes);

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
