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
