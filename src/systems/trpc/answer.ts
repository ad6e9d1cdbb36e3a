import type { AnyTRPCRouter, inferRouterContext } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { addressOf } from '../../../bench-workers/address.ts';
import { bodyOf, inTime, refused } from '../../../bench-workers/guard/body.ts';
import { lookAt } from '../../../bench-workers/guard/look-at.ts';
import { tooMany } from './check.ts';

/** Answers a batch over HTTP by tRPC’s own handler, once its inputs were looked at. */
export async function answerBatch<Router extends AnyTRPCRouter>(
  request: Request,
  router: Router,
  ctx: inferRouterContext<Router>,
  seconds: number,
): Promise<Response> {
  const url = new URL(request.url);
  const { base: endpoint, path } = addressOf(request);
  const isQuery = request.method === 'GET';
  const body = isQuery ? (url.searchParams.get('input') ?? '') : await bodyOf(request);
  if (typeof body !== 'string') return body;
  const calls = path.split(/,|%2c/i).length;
  const wrong = lookAt(body, () => tooMany(calls));
  if (wrong !== undefined) return refused(wrong);
  const headers = { 'Content-Type': 'application/json' };
  // Without the visitor’s headers: one of them would make a stream of the answer.
  const req = isQuery
    ? new Request(url, { signal: request.signal })
    : new Request(url, { method: 'POST', body, headers });
  const createContext = () => ctx;
  return inTime(fetchRequestHandler({ endpoint, req, router, createContext }), seconds);
}
