import type { AnyTRPCRouter, inferRouterContext } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { inTime, textOf } from '../../../bench-workers/guard/requests.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { addressOf, armOf } from '../../../bench-workers/http.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { checkTrpc, checkTrpcSuperjson, ensureFew, TrpcConnection } from './connection.ts';
import { counterRouter, superjsonRouter } from './router.ts';
import { HTTP_STREAM, SUPERJSON } from './system.ts';

/** By this the library’s link asks for the answer of each call as soon as it is there. */
const ACCEPT = 'trpc-accept';
const AS_STREAM = 'application/jsonl';
/** By this an EventSource says which event it had last. */
const LAST_EVENT = 'Last-Event-ID';

/**
 * Answers a batch over HTTP by tRPC’s own handler, once its inputs were checked.
 *
 * @param more `check` of the inputs, where they are more than JSON; whether the answer may go on, call by call
 */
export async function answerBatch<Router extends AnyTRPCRouter>(
  request: Request,
  router: Router,
  ctx: inferRouterContext<Router>,
  seconds: number,
  { check, streams = false }: { check?: Check; streams?: boolean } = {},
): Promise<Response> {
  const { base: endpoint, path } = addressOf(request);
  const calls = path.split(/,|%2c/i).length;
  const checkAll: Check = (text, costs) => {
    ensureFew(calls);
    check?.(text, costs);
  };
  const body = await textOf(request, checkAll, 'input');
  if (typeof body !== 'string') return body;
  // Of the visitor’s headers none but these, the first only where it is served: it makes a stream of the answer.
  const isStream = streams && request.headers.get(ACCEPT) === AS_STREAM;
  const last = request.headers.get(LAST_EVENT);
  const headers = {
    'Content-Type': 'application/json',
    ...(isStream && { [ACCEPT]: AS_STREAM }),
    ...(last !== null && { [LAST_EVENT]: last }),
  };
  const { method, signal, url } = request;
  const req = new Request(url, method === 'GET' ? { headers, signal } : { method, body, headers });
  const createContext = () => ctx;
  return inTime(fetchRequestHandler({ endpoint, req, router, createContext }), seconds);
}

/** tRPC’s server half: a connection for each socket, in memory, or one batch for each request. */
export class TrpcObject extends BenchObject {
  protected override serve(request: Request): Response | Promise<Response> {
    const ctx = { counter: this.service };
    if (request.headers.get('Upgrade') === null) {
      const streams = armOf(request) === HTTP_STREAM;
      return answerBatch(request, counterRouter, ctx, limits.answerSeconds.arms, { streams });
    }
    const [router, check] =
      armOf(request) === SUPERJSON
        ? [superjsonRouter, checkTrpcSuperjson]
        : [counterRouter, checkTrpc];
    return this.upgrade((socket) => {
      const connection = new TrpcConnection(router, ctx, (text) => socket.send(text));
      this.acceptInMemory(socket, check, (message) => {
        if (typeof message === 'string') connection.message(message);
        else this.end(socket, closeCodes.unsupported, 'expected text frames');
      });
    });
  }
}
