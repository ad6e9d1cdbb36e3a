import { newHttpBatchRpcSession, newWebSocketRpcSession } from 'capnweb';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import { openSocket } from '../../harness/run/index.ts';
import { address, type CapnwebKit, type ProbeApi, type ProbeWorld } from './kit.ts';
import { logSockets } from './socket-log.ts';

/** Opens Cap’n Web's sessions. */
export function capnwebKit(world: ProbeWorld): CapnwebKit {
  const object = world.freshObject();
  const addressOf = address(world.origin, `capnweb/in-memory/${object}`);
  return {
    system: 'capnweb',
    origin: world.origin,
    object,
    address: addressOf,
    async connect(main) {
      const log = logSockets(world.WebSocketClass);
      const socket = await openSocket(new log.WebSocketClass(addressOf('ws')));
      const stub = newWebSocketRpcSession<ProbeMethods>(socket, main);
      const api = stub as unknown as ProbeApi;
      return { api, stub, log, [Symbol.dispose]: () => stub[Symbol.dispose]() };
    },
    post: () => newHttpBatchRpcSession<ProbeMethods>(addressOf('http')) as unknown as ProbeApi,
  };
}
