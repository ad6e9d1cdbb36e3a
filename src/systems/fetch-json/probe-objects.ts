import type { Connection, ObjectProbed } from '../../places/objects/probe.ts';
import { apiOf } from '../../places/probes/probed.ts';

/** A request for each call, with JSON both ways; a stream is the body of its response. */
export const probed: ObjectProbed = {
  async connect(callee) {
    const fetch = callee.fetcher();
    const request = async (method: string, args: readonly unknown[], signal?: AbortSignal) => {
      const body = JSON.stringify(args);
      const init = { method: 'POST', body, ...(signal && { signal }) };
      const response = await fetch(`https://callee/${method}`, init);
      if (response.headers.get('Content-Type') !== 'application/json') return response.body;
      return (await response.json<{ value: unknown }>()).value;
    };
    return {
      api: apiOf<Connection['api']>((method, args) => request(method, args)),
      hold: (signal) => request('hold', [], signal),
      [Symbol.dispose]: () => undefined,
    };
  },
  skipped: [
    {
      probes: [
        'between-function',
        'between-function-kept',
        'between-reference',
        'between-reference-dispose',
      ],
      why: 'JSON has no functions.',
    },
    { probes: ['between-pipelining'], why: 'JSON passes no object that could be called.' },
  ],
};
