import { text } from 'node:stream/consumers';
import type { Run } from '../../../matrix/questions/client-kit.ts';
import { answers } from '../../../matrix/questions/outcome.ts';
import { serveNode } from '../../../matrix/questions/runtimes.ts';
import { answerHere, transportBy } from './questions.ts';
import { createRpcClient } from './rpc/client.ts';

const adder = { add: (a: number, b: number) => a + b };

export const own: Readonly<Record<string, Run>> = {
  /** The reimplementation has no HTTP of its own: its texts are posted. */
  async 'runtimes-node-server'() {
    await using server = await serveNode((request, response) => {
      void text(request).then(async (body) => response.end(await answerHere(adder, body)));
    });
    const post = async (body: string) => (await fetch(server.url, { method: 'POST', body })).text();
    using client = createRpcClient<typeof adder>({ transport: transportBy(post) });
    return await answers(() => client.add(2, 3), 5);
  },
};
