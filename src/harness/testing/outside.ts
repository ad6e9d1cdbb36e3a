import type { Outside } from '../record/index.ts';

/** A contestant from outside as records name it, made up for tests. */
export const pairs: Outside = {
  id: 'pairs',
  label: 'Pairs',
  versions: { pairs: '1.0.0', other: '2.0.0' },
  digest: 'a1'.repeat(32),
  served: 'beside',
  arms: [
    { name: 'hibernating', label: 'hibernating' },
    { name: 'in-memory', label: 'in memory' },
  ],
};
