/** An author’s own pages, served as strictly as any are. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

/** Files that a module loads with it, itself among them. */
export function loadedWith(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g);
  for (const [, name = ''] of imports) loadedWith(join(dirname(file), name), known);
  return known;
}

/** Serves the folder’s pages with a policy that admits no inline script, no inline style and one bench. */
export async function servePages(folder: string, bench: () => string) {
  const server = createServer(({ url = '' }, response) => {
    const file = join(folder, url);
    if (url === '/') {
      const connect = `${bench()} ${bench().replace('http', 'ws')}`;
      response.setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${connect}`,
      );
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(
        `<!doctype html><html lang="en"><title>Docs</title><script type="module" src="/live/live-bench.js"></script>
         <live-bench contestant="${bench()}" rounds="2"></live-bench><live-bench contestant="bench"></live-bench>`,
      );
    } else if (existsSync(file)) {
      response.setHeader('Content-Type', 'text/javascript').end(readFileSync(file));
    } else response.writeHead(404).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as { port: number }).port}` };
}
