/** Server runtimes: where the halves run without anything added. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { answers } from './outcome.ts';
import { answering, type Subject } from './kit.ts';
import type { NodeProbed } from './probed.ts';

export const runtimes: Subject = {
  id: 'runtimes',
  label: 'Server runtimes',
  onlyCli: 'It starts servers in Node.',
  questions: {
    'runtimes-workerd': {
      question: 'Does the server half run on workerd without Node’s compatibility?',
      passes: 'A Durable Object that is served without compatibility flags answers.',
      run: answering((api) => api.add(2, 3), 5),
    },
    'runtimes-node-client': {
      question: 'Does the client run in Node?',
      passes: 'A call from a program in Node, over its own WebSocket, answers.',
      run: answering(async (api) => [process.release.name, await api.add(2, 3)], ['node', 5]),
    },
    'runtimes-node-server': {
      question: 'Does the server half run in Node?',
      passes: 'An object in Node answers over HTTP what a client of the same system asks.',
      async run({ system }) {
        const { sumOverNode } = await loadInNode(system);
        if (sumOverNode === undefined) throw new Error(`${system}: got no server for Node`);
        return await answers(sumOverNode, 5);
      },
    },
  },
};

/** Loads what is asked of a system in Node, by its id. */
export async function loadInNode(id: string): Promise<NodeProbed> {
  const { probed } = (await import(`../systems/${id}/questions-node.ts`)) as { probed: NodeProbed };
  return probed;
}

/** A server on Node's own HTTP that answers each POST with a text. */
export function serveTexts(
  answer: (body: string) => string | Promise<string>,
): ReturnType<typeof serveNode> {
  return serveNode((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      Promise.resolve(answer(Buffer.concat(chunks).toString())).then(
        (text) => response.setHeader('Content-Type', 'application/json').end(text),
        () => response.writeHead(500).end(),
      );
    });
  });
}

/** A server on Node's own HTTP. */
export async function serveNode(
  listener: RequestListener,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
