import { createRpcClient, type RpcClient } from '../client.ts';
import { encodeBatch, readServerMessage, type RpcTransport } from '../client/transport.ts';
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
  const transport: RpcTransport = {
    async execute(request) {
      const text = encodeBatch(request, '__rpc');
      sent.push(text);
      const { text: answer } = await answerFrame({ target, publicMethods }, text, '__rpc');
      received.push(answer);
      const message = readServerMessage(answer, '__rpc');
      if (message !== undefined && 'batch' in message) return message;
      throw new TypeError(`answer: got ${answer}, expected a batch`);
    },
    setKeepAlive: () => undefined,
  };
  return { client: createRpcClient<Target>({ transport }), sent, received };
}
