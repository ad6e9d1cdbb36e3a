import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

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
