import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { jsonError } from '../../../bench-workers/http.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import type { Server } from '../../../bench-workers/server.ts';
import { TrpcConnection } from './connection.ts';
import { guard } from './guard.ts';
import { plainRouter, superjsonRouter } from './router.ts';
import { SUPERJSON } from './system.ts';

/** A connection for each socket, in memory, or the library’s own handler for each request. */
export const server: Server = {
  guard,
  query: 'input',
  // The first asks for the answer of each call as soon as it is there; the second says which event was the last.
  headers: ['trpc-accept', 'Last-Event-ID'],
  serve(link, { service }, arm) {
    const router = arm === SUPERJSON ? superjsonRouter : plainRouter;
    const connection = new TrpcConnection(router, { service }, (text) => link.socket.send(text));
    return {
      take(message) {
        if (typeof message === 'string') connection.message(message);
        else link.end(closeCodes.unsupported, 'expected text frames');
      },
      close: () => connection.close(),
    };
  },
  answer({ request, base, path }, { service }) {
    // The address names the calls of a batch, each of which may be answered with an error of 2 kB.
    const calls = path.split(/,|%2c/i).length;
    const most = limits.message.calls;
    if (calls > most) {
      return jsonError(400, 'limit', `batch: got ${calls} calls, expected at most ${most}`);
    }
    return fetchRequestHandler({
      endpoint: base,
      req: request,
      router: plainRouter,
      createContext: () => ({ service }),
    });
  },
};
