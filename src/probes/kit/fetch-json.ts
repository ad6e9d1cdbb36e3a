import { address, type Kit, type ProbeWorld } from './kit.ts';
import { apiOf } from './plain-api.ts';
import { logRequests } from './request-log.ts';

interface Answer {
  result?: unknown;
  error?: { name: string; message: string };
}

/** Posts JSON, written by hand: there is nothing to open. */
export function fetchJsonKit(world: ProbeWorld): Kit {
  const addressOf = address(world.origin, `fetch-json/http/${world.freshObject()}`);
  return {
    system: 'fetch-json',
    address: addressOf,
    connect() {
      const log = logRequests();
      const closing = new AbortController();
      const api = apiOf(async (method, args) => {
        const response = await log.fetch(`${addressOf('http')}/${method}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(args),
          signal: closing.signal,
        });
        const { result, error } = (await response.json()) as Answer;
        if (error === undefined) return result;
        throw Object.assign(new Error(error.message), { name: error.name });
      });
      const end = () => closing.abort(new Error('closed'));
      return Promise.resolve({ api, log, [Symbol.dispose]: end });
    },
  };
}
