import type { System } from './system.ts';

type Arm = System['arms'][number];

/** What an arm says of itself whose sockets cannot hibernate. */
export const awake = {
  accept: 'in-memory',
  cannot: {
    'idle-wake': 'Its socket keeps the object in memory: it never sleeps while connected.',
  },
} as const satisfies Partial<Arm>;

/** The arm of a system whose sockets stay in memory. */
export const inMemory: Arm = {
  name: 'in-memory',
  label: 'in memory',
  spoken: 'in memory',
  ...awake,
};

/** The arm of a system whose sockets hibernate. */
export const hibernating: Arm = {
  name: 'hibernating',
  label: 'hibernating',
  accept: 'hibernating',
};
