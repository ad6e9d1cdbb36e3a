import { newWebSocketRpcSession } from 'capnweb';
import type { Connection } from '../kit.ts';
import { type Open, openTo } from './way.ts';

/** A session of Cap’n Web over a socket between the objects. */
export const capnweb: Open = async (callee) => {
  const session = newWebSocketRpcSession(await openTo(callee(), 'capnweb'));
  return {
    api: session as unknown as Connection['api'],
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
};
