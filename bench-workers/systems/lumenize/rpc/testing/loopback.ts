import { createRpcClient, type RpcClient } from '../client/create-client.ts';
import { readServerMessage, type Transport, type TransportListener } from '../client/transport.ts';
import { answerFrame } from '../server/answer.ts';

/** A client whose frames go to a server in the same process, and the frames it sent and got. */
export interface Loopback<Target> {
  client: RpcClient<Target>;
  sent: string[];
  received: string[];
}

/** Joins the two halves without a network between them. */
export function loopback<Target extends object>(
  target: Target,
  publicMethods: ReadonlyArray<keyof Target & string>,
): Loopback<Target> {
  const [sent, received]: [string[], string[]] = [[], []];
  let listener: TransportListener | undefined;
  const transport: Transport = {
    type: '__rpc',
    timeoutMs: 60_000,
    connect: () => Promise.resolve(),
    async send(text) {
      sent.push(text);
      const { text: answer } = await answerFrame({ target, publicMethods }, text, '__rpc');
      received.push(answer);
      const message = readServerMessage(answer, '__rpc');
      if ('results' in message) listener?.onResults(message.results, answer);
    },
    listen: (added) => {
      listener = added;
    },
    close: () => listener?.onLost(new Error('the client was closed')),
  };
  return { client: createRpcClient<Target>({ transport }), sent, received };
}
