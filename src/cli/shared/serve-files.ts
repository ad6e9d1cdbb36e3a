/** Texts served at an origin of their own, for pages that are no part of the site. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { originOf } from './ports.ts';

/** A text and its media type, by its path. */
type Files = Readonly<Record<string, readonly [type: string, text: string]>>;

/** A page that runs one script. */
export const pageWith = (script: string, head = ''): readonly [string, string] => [
  'text/html',
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Roundtrip</title>${head}<body><script src="${script}"></script>`,
];

/** @param headers of every answer */
export async function serveFiles(
  files: Files,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ origin: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = Object.hasOwn(files, url) ? (files[url] ?? []) : [];
    if (type === undefined) response.writeHead(404).end();
    else {
      const all = { ...headers, 'Content-Type': `${type}; charset=utf-8` };
      response.writeHead(200, all).end(text);
    }
  });
  return {
    origin: await originOf(server, '127.0.0.1'),
    server,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
