import type { Arm } from '../../src/harness/plan/index.ts';
import { benchChannel } from '../../src/links/link.ts';
import { logSockets } from '../../src/links/traffic.ts';
import type { Api, Client } from '../../src/service/api.ts';

/** Connects an arm to an object, and watches what goes in and out over its socket, where it has one. */
export async function open(
  arm: Pick<Arm<Api>, 'load'>,
  origin: string,
  object: string = crypto.randomUUID(),
) {
  const { WebSocketClass, ...traffic } = logSockets(WebSocket);
  const connect = await arm.load();
  const connection: Client = await connect(benchChannel({ origin, object, WebSocketClass }));
  const [socket] = traffic.sockets;
  return { connection, counter: connection.operations, socket, traffic };
}

/** Closes a socket with the next message that is sent over it, so that no answer to it arrives. */
export function closeOnSend(socket: WebSocket | undefined): void {
  if (socket === undefined) throw new Error('socket: got none, expected the one of an arm');
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    send(data);
    socket.close();
  };
}
