import type { Arm, Connection } from '../../src/harness/plan/index.ts';
import { benchChannel } from '../../src/links/link.ts';
import type { WebSocketClass } from '../../src/links/socket.ts';
import type { Api } from '../../src/service/api.ts';

/** An open connection, the socket it has where it has one, and what passed through in order. */
export interface Opened {
  connection: Connection<Api>;
  counter: Api;
  /** Its socket; undefined for an arm that sends requests. */
  socket: WebSocket | undefined;
  /** A message, or a request or its answer, each in its place, without those that ask for nothing. */
  passed: Array<'out' | 'in'>;
}

/** Connects an arm to an object, and watches what goes in and out. */
export async function open(
  arm: Pick<Arm<Api>, 'load'>,
  origin: string,
  object: string = crypto.randomUUID(),
): Promise<Opened> {
  const passed: Opened['passed'] = [];
  let socket: WebSocket | undefined;
  const known: { aside?: string | undefined } = {};
  class Watched extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      // eslint-disable-next-line @typescript-eslint/no-this-alias -- the test drops it by hand
      socket = this;
      this.addEventListener('message', () => passed.push('in'));
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      const asks = known.aside === undefined || !(data as string).startsWith(known.aside);
      if (asks) passed.push('out');
      super.send(data);
    }
  }
  const watchedFetch: typeof fetch = async (input, init) => {
    passed.push('out');
    const response = await fetch(input, init);
    passed.push('in');
    return response;
  };
  const connect = await arm.load();
  const WebSocketClass: WebSocketClass = Watched;
  const connection = await connect(
    benchChannel({ origin, object, WebSocketClass, fetch: watchedFetch }),
  );
  known.aside = connection.aside;
  return { connection, counter: connection.operations, socket, passed };
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
