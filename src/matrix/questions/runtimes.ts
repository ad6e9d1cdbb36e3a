/** Server runtimes: where the halves run without anything added. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { linkTo } from '../../wire/links/link.ts';
import { MessageBudget } from '../../wire/service/budget.ts';
import type { Host } from '../../wire/service/host.ts';
import { type Service, serviceOf } from '../../wire/service/service.ts';
import { loadSystem } from './ask.ts';
import { answers } from './outcome.ts';
import { answering, type Run, type Subject, withoutPost } from './client-kit.ts';

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
      async run({ system, link }) {
        const { open } = await loadSystem(system);
        const { server } = (await import(
          `../../libraries/systems/${system}/server.ts`
        )) as ServerModule;
        await using served = await serveNode(listenerOf(server));
        const { post } = open(linkTo({ system, arm: link.arm }, { ...link, origin: served.url }));
        if (post === undefined) throw new Error(withoutPost(system));
        return await answers(() => post().api.add(2, 3), 5);
      },
    },
  },
};

/** Loads the code of a system for questions that no browser can ask, by its id. */
export async function loadInNode(id: string): Promise<Readonly<Record<string, Run>>> {
  const module = (await import(`../../libraries/systems/${id}/questions-node.ts`)) as {
    own: Record<string, Run>;
  };
  return module.own;
}

/** The exports of a system’s `server.ts` that answer requests, without the types of Workers. */
interface ServerModule {
  server: {
    answer?(
      call: { request: Request; text: string; base: string; path: string },
      offer: { service: Service },
      arm: string,
    ): Response | Promise<Response>;
  };
}

/** Answers by a system’s server half, as the object of a bench does. */
function listenerOf(server: ServerModule['server']): RequestListener {
  // A sum asks nothing else of an object.
  const service = serviceOf({ budget: new MessageBudget() } as Host)();
  return (request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const body = await text(request);
      const parts = url.replace(/\?.*/, '').split('/');
      const asked = new Request(`http://${headers.host}${url}`, {
        method,
        headers: headers as HeadersInit,
        body: method === 'GET' ? null : body,
      });
      const [base, path] = [parts.slice(0, 5).join('/'), parts.slice(5).join('/')];
      const answered = await server.answer?.(
        { request: asked, text: body, base, path },
        { service },
        parts[3] ?? '',
      );
      response.writeHead(answered?.status ?? 404, [...(answered?.headers ?? [])].flat());
      response.end(await answered?.text());
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
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
