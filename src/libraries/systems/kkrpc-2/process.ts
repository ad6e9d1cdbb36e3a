/** kkrpc 2 between processes, both sides of it: over stdio and a WebSocket, by the library’s own transports. */
import {
  dispose,
  expose,
  nodeStdioTransport,
  stdioJsonTransport,
  webSocketTransport,
  wrap,
} from '#kkrpc-2/library';
import { meterSockets } from '../../../wire/links/socket.ts';
import { meterStreams } from '../../../wire/links/stdio.ts';
import { callsOf, operationsByName, type Remote } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import {
  type ProcessSystem,
  type ServedProcess,
  serveSockets,
} from '../../../wire/processes/connect.ts';

/** By its `lifecycle` the library hears of the end of the other process, see its documentation. */
function streamsOf({ stdin, stdout }: ServedProcess['process'], meter: Parameters<typeof open>[1]) {
  meterStreams(stdout, stdin, meter);
  return stdioJsonTransport({ readable: stdout, writable: stdin, lifecycle: stdout });
}

/** With the defaults of the library. Its own client transport would open a socket that nobody counts. */
export const open: ProcessSystem['open'] = ({ process, address }, meter, transport) => {
  const remote = wrap<Remote>(
    transport === 'websocket'
      ? webSocketTransport(new (meterSockets(WebSocket, meter))(address))
      : streamsOf(process, meter),
  );
  return { operations: operationsByName(callsOf(remote)), close: () => dispose(remote) };
};

export const serve: ProcessSystem['serve'] = (service, transport) => {
  const api = functionsOf(service);
  if (transport === 'stdio') return void expose(api, nodeStdioTransport());
  return serveSockets((socket) => void expose(api, webSocketTransport(socket)));
};
