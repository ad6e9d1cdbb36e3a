import { newWebSocketRpcSession, RpcTarget } from 'capnweb';
import { calleeMethods, type Connection, type ObjectProbed } from '../../places/objects/probe.ts';
import { type Asked, giveMethods } from '../../places/probes/asked.ts';

/** A session over a socket between the objects, which stays in memory. */
export const probed: ObjectProbed = {
  async connect(callee) {
    const session = newWebSocketRpcSession(await callee.socket());
    return {
      api: session as unknown as Connection['api'],
      [Symbol.dispose]: () => session[Symbol.dispose](),
    };
  },
  serve: (socket, asked) => void newWebSocketRpcSession(socket, new AskedTarget(asked)),
};

class AskedTarget extends RpcTarget {
  constructor(readonly asked: Asked) {
    super();
  }
}
giveMethods(AskedTarget, calleeMethods);
