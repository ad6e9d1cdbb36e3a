/** Cap’n Web over a WebSocket between two processes of Node. */
import { newWebSocketRpcSession } from 'capnweb';
import { meterSockets, openSocket } from '../../../wire/links/link.ts';
import { callsOf, operationsByName } from '../../../wire/peers/operations.ts';
import { type ProcessSystem, serveSockets } from '../../../wire/processes/connect.ts';
import { PeerTarget } from './target.ts';

export const open: ProcessSystem['open'] = async ({ address }, meter) => {
  const MeteredSocket = meterSockets(WebSocket, meter);
  const socket = await openSocket(new MeteredSocket(address));
  const remote = newWebSocketRpcSession(socket);
  return {
    operations: operationsByName(callsOf(remote)),
    unansweredPrefix: '["release",',
    close() {
      remote[Symbol.dispose]();
      socket.close();
    },
  };
};

export const serve: ProcessSystem['serve'] = (service) =>
  serveSockets((socket) => void newWebSocketRpcSession(socket, new PeerTarget(service)));
