import { newWebSocketRpcSession, type RpcStub } from 'capnweb';
import type { EffectTarget, SpokenBetween } from '../../../../bench-workers/server.ts';
import { targetClass } from './target.ts';

const Target = targetClass<EffectTarget>(['effect']);

/** Cap’n Web between two objects. */
export const between: SpokenBetween = {
  serve(socket, target) {
    newWebSocketRpcSession(socket, new Target(target));
  },
  connect(socket) {
    const stub: RpcStub<EffectTarget> = newWebSocketRpcSession<EffectTarget>(socket);
    return { effect: (n) => stub.effect(n) };
  },
};
