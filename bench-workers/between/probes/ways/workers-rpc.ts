import type { Connection } from '../kit.ts';
import type { Open } from './way.ts';

/** Methods of the other object’s stub, which has nothing to open or to close. */
export const workersRpc: Open = async (callee) => ({
  api: callee() as unknown as Connection['api'],
  [Symbol.dispose]: () => undefined,
});
