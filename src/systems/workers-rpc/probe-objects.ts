import type { Connection, ObjectProbed } from '../../places/objects/probe.ts';

/** Methods of the other object’s stub, which has nothing to open or to close. */
export const probed: ObjectProbed = {
  connect: async (callee) => ({
    api: callee.stub() as Connection['api'],
    [Symbol.dispose]: () => undefined,
  }),
};
