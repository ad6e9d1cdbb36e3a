import type { FetchKit } from '../kit.ts';
import { apiOf, type Open } from './way.ts';

/** A request for each call, with JSON both ways; a stream is the body of its response. */
export const fetchJson: Open<Awaited<ReturnType<FetchKit['connect']>>> = async (callee) => {
  const stub = callee();
  const request = async (method: string, args: unknown[], signal?: AbortSignal) => {
    const body = JSON.stringify(args);
    const init = { method: 'POST', body, ...(signal && { signal }) };
    const response = await stub.fetch(`https://callee/${method}`, init);
    if (response.headers.get('Content-Type') !== 'application/json') return response.body;
    return (await response.json<{ value: unknown }>()).value;
  };
  return { api: apiOf(request), request, [Symbol.dispose]: () => undefined };
};
