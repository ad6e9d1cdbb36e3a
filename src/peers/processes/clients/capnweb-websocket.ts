import { newWebSocketRpcSession, type RpcTarget } from 'capnweb';
import { meterSockets } from '../../../sockets/meters.ts';
import { openSocket } from '../../../sockets/open-socket.ts';
import type { ProcessMethods } from '../operations.ts';
import { countCalls } from './count-calls.ts';
import type { Open } from './opened.ts';

/** Over a WebSocket of the class that the runtime has. */
export const open: Open = async (child, meter) => {
  const MeteredSocket = meterSockets(WebSocket, meter);
  const socket = await openSocket(new MeteredSocket(await child.listening()));
  const peer = newWebSocketRpcSession<ProcessMethods & RpcTarget>(socket);
  return {
    operations: {
      // A type parameter does not survive the library’s types; the value does.
      echo: <Value>(value: Value) => peer.echo(value) as unknown as Promise<Value>,
      addAll: (pairs) => peer.addAll(pairs),
      upload: (data) => peer.upload(data),
      downloadText: (length) => peer.downloadText(length),
      downloadBytes: (length) => peer.downloadBytes(length),
      answered: () => peer.answered(),
      residentSet: () => peer.residentSet(),
      calledBack: (count) => countCalls(count, (called) => peer.callBack(count, called)),
    },
    aside: '["release",',
    close() {
      peer[Symbol.dispose]();
      socket.close();
    },
  };
};
