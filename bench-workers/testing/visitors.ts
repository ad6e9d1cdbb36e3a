/** Clients of the libraries, and what a test looks at beside them: traffic, a visitor that counts, memory. */
import { readFile } from 'node:fs/promises';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import type { Arm } from '../../src/harness/plan/index.ts';
import { benchChannel } from '../../src/links/link.ts';
import { logSockets } from '../../src/links/traffic.ts';
import type { Api, Client } from '../../src/service/api.ts';
import { allCallArms } from '../../src/systems/arms.ts';

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

/** Connects the first of all arms whose id begins so. */
export async function clientOf(origin: string, system: string, object?: string): Promise<Client> {
  const arm = allCallArms().find(({ id }) => `${id}/`.startsWith(`${system}/`));
  if (arm === undefined) throw new Error(`${system}: got no arm, expected one`);
  return (await open(arm, origin, object)).connection;
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

/** Resident memory of workerd, in kB; nought where the system does not tell. */
export async function memoryOf(bench: LocalBench): Promise<number> {
  const status = await readFile(`/proc/${bench.pid()}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** A visitor of a plain WebSocket that counts for as long as something else goes on. */
export async function countBeside<Result>(
  origin: string,
  attack: () => Promise<Result>,
): Promise<{ result: Result; counted: number; held: number }> {
  const client = await clientOf(origin, 'raw-websocket/in-memory');
  const counter = client.operations;
  let ended = false;
  let counted = 0;
  const counting = (async () => {
    do {
      await counter.increment(1);
      counted += 1;
    } while (!ended);
  })();
  const result = await attack();
  ended = true;
  await counting;
  const held = await counter.getValue();
  client.close();
  return { result, counted, held };
}
