import type { RpcTarget } from 'cloudflare:workers';
import type { Call } from '../batch.ts';

/** What a client of Cap’n Web or Lumenize’s protocol reaches of the object that is called. */
export interface EffectTarget {
  /** What every way of calling ends in: counts the call, and returns what `effectOf` says. */
  effect(n: number, text: string): number;
}

/** What is answered over a plain socket. */
export type RawAnswer =
  | { id: number; value: number; error?: undefined }
  | { id: number; value?: undefined; error: string };

/** The object that is called, as the caller’s stub has it. */
export interface CalleeMethods extends EffectTarget, Rpc.DurableObjectBranded {
  /** Has each call that follows write to the object’s storage, or none. */
  store(writes: boolean): void;
  /** How often it was called since it was last asked. */
  takeEffects(): number;
  /** Gives the result to a function of the caller. */
  tell(n: number, text: string, report: (value: number) => unknown): Promise<void>;
  /** The call as an object on which a second call asks for the result. */
  deferred(n: number, text: string): RpcTarget & { value(): number };
  /** Does what a serialized continuation says, and gives the result back as serialized. */
  perform(continuation: string): string;
  /** Takes a call of the rebuilt design in; its result goes back as a call. */
  enqueue(key: string, caller: string, continuation: string): void;
}

/** The object that calls, as those that it called reach it. */
export interface CallerMethods extends Rpc.DurableObjectBranded {
  /** A result of the rebuilt design, sent back as a call. */
  takeResult(result: string): void;
}

/** What a way of calling is given to work with. */
export interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object at this place among those that are called. */
  stub: (at: number) => DurableObjectStub<CalleeMethods>;
  /** What the caller itself goes by, for objects that call back. */
  name: string;
  /** Is aborted when the client is gone: what is open to other objects is closed then. */
  gone: AbortSignal;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;
