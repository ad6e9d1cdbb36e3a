/** The study of an author's own operations: its arms and operations are all brought from outside, and nothing serves them. */
import type { AnyStudy } from './study-types.ts';

export const ownOperations: AnyStudy = {
  id: 'own-operations',
  title: 'Operations of your own',
  question: 'How long does an operation of your own take?',
  place: 'processes',
  arms: [],
  baseline: '',
  reference: '',
  subjects: [],
  deadlineMs: 60_000,
  workloads: [],
};
