import type { RpcTarget } from 'capnweb';
import type { CounterMethods, CursorMethods } from '../../places/bench/operations.ts';

/** The counter as a client’s stub of it is typed: the server’s targets, by interface. */
export interface CounterApi extends CounterMethods, RpcTarget {
  cursor(): CursorApi;
}

/** A cursor, which is passed by reference. */
export interface CursorApi extends CursorMethods, RpcTarget {
  next(): CursorApi;
}
