import { newHttpBatchRpcSession, newWebSocketRpcSession } from 'capnweb';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import { address, type CapnwebKit, type ProbeApi, type ProbeWorld } from './kit.ts';
import { openLogged } from './socket-log.ts';

/** Opens Cap’n Web's sessions. */
export function capnwebKit(world: ProbeWorld): CapnwebKit {
  const addressOf = address(world.origin, `capnweb/in-memory/${world.freshObject()}`);
  return {
    system: 'capnweb',
    address: addressOf,
    async connect(main) {
      const { socket, log } = await openLogged(world, addressOf('ws'));
      const stub = newWebSocketRpcSession<ProbeMethods>(socket, main);
      const api = stub as unknown as ProbeApi;
      return { api, stub, log, [Symbol.dispose]: () => stub[Symbol.dispose]() };
    },
    post: () => newHttpBatchRpcSession<ProbeMethods>(addressOf('http')) as unknown as ProbeApi,
  };
}
