/** The parts that the source suspects of being slow, each added to a call of the reference by itself. */
export const suspects = {
  parts: [
    { arm: 'workers-rpc/boundary', name: 'blockConcurrencyWhile', alone: 'blockConcurrencyWhile' },
    { arm: 'workers-rpc/stored', name: 'storage', alone: 'Stored and read back' },
    { arm: 'workers-rpc/queued', name: 'the work queue', alone: 'Work queue' },
    { arm: 'workers-rpc/continued', name: 'the continuation', alone: 'Serialized continuation' },
  ],
  /** The arm that has all of them. */
  together: 'workers-rpc/all-four',
} as const;
