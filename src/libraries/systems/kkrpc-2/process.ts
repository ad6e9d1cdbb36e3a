/** kkrpc 2 between processes, both sides of it: over stdio and a WebSocket, by the library’s own transports. */
import * as kkrpc from '#kkrpc-2/library';
import { meterSockets } from '../../../wire/links/link.ts';
import { meterStreams } from '../../../wire/links/stdio.ts';
import { callsOf, operationsByName, type Remote } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import { type ProcessSystem, serveSockets } from '../../../wire/processes/connect.ts';

/** With the defaults of the library. Its own client transport would open a socket that nobody counts. */
export const open: ProcessSystem['open'] = ({ process, address }, meter, transport) => {
  const { stdin: writable, stdout: readable } = process;
  if (transport === 'stdio') meterStreams(readable, writable, meter);
  const remote = kkrpc.wrap<Remote>(
    transport === 'stdio'
      ? // By its `lifecycle` the library hears of the end of the other process, see its documentation.
        kkrpc.stdioJsonTransport({ readable, writable, lifecycle: readable })
      : kkrpc.webSocketTransport(new (meterSockets(WebSocket, meter))(address)),
  );
  return { operations: operationsByName(callsOf(remote)), close: () => kkrpc.dispose(remote) };
};

export const serve: ProcessSystem['serve'] = (service, transport) => {
  const api = functionsOf(service);
  if (transport === 'stdio') return void kkrpc.expose(api, kkrpc.nodeStdioTransport());
  return serveSockets((socket) => void kkrpc.expose(api, kkrpc.webSocketTransport(socket)));
};
