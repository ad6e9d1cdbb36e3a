import type { Call } from '../batch.ts';
import type { CalleeObject } from '../callee.ts';

/** What a way of calling is given to work with. */
export interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object at this place among those that are called. */
  stub(at: number): DurableObjectStub<CalleeObject>;
  /** What the caller itself goes by, for objects that call back. */
  name: string;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;
