import { newWebSocketRpcSession } from 'capnweb';
import { openSocket } from '../../../src/harness/open-socket.ts';
import { socketAddress, type Connect } from '../../../src/harness/study.ts';
import type { CounterOperations } from '../../operations.ts';
import { capnweb } from './system.ts';

/** A Cap’n Web session whose main object is the counter; disposing the stub closes it. */
export function connect(arm: string): Connect<CounterOperations> {
  return async (options) => {
    const socket = new options.WebSocketClass(socketAddress(capnweb, arm, options));
    await openSocket(socket);
    const stub = newWebSocketRpcSession<CounterOperations>(socket);
    return {
      operations: stub as unknown as CounterOperations,
      close() {
        stub[Symbol.dispose]();
        socket.close();
      },
    };
  };
}
