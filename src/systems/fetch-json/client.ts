import { requestsOf } from '../../links/http.ts';
import type { BenchConnect } from '../../links/link.ts';
import type { Api } from '../../service/api.ts';
import { counterByName, plainOperations } from '../../service/plain.ts';
import { fetchJson } from './system.ts';

/** The counter by requests of their own. */
export function connect(arm: string): BenchConnect<Api> {
  return (options) => {
    const requests = requestsOf(fetchJson, arm, options);
    return Promise.resolve({
      operations: plainOperations(
        counterByName((method, args) =>
          post(requests.fetch, `${requests.address}/${method}`, args),
        ),
      ),
      close: () => requests.close(),
    });
  };
}

async function post(send: typeof fetch, address: string, args: readonly unknown[]): Promise<never> {
  const response = await send(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  // As the server writes it; what stands in front of that answers in its own words.
  const answer = (await response.json()) as object;
  if (response.ok && 'result' in answer) return answer.result as never;
  throw toError(answer, response.status);
}

/** What the server threw; of an answer from before the server, its status. */
function toError(answer: object, status: number): Error {
  const { error } = answer as { error?: { name?: unknown; message?: unknown } };
  if (typeof error?.message !== 'string') {
    return new Error(`the request was refused with status ${status}`);
  }
  const name = typeof error.name === 'string' ? error.name : 'Error';
  return Object.assign(new Error(error.message), { name });
}
