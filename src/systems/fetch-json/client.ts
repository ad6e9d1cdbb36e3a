import type { BenchConnect } from '../../places/bench/options.ts';
import type { CounterOperations } from '../../places/bench/operations.ts';
import { plainOperations } from '../../places/bench/plain.ts';
import { requestsOf } from '../../places/bench/requests.ts';
import type { Answer } from './protocol.ts';
import { fetchJson } from './system.ts';

/** The counter by requests of their own. */
export function connect(arm: string): BenchConnect<CounterOperations> {
  return (options) => {
    const requests = requestsOf(fetchJson, arm, options);
    const call = (method: string, ...args: unknown[]): Promise<never> =>
      post(requests.fetch, `${requests.address}/${method}`, args);
    return Promise.resolve({
      operations: plainOperations({
        increment: (amount) => call('increment', amount),
        getValue: () => call('getValue'),
        reset: () => call('reset'),
        echo: (value) => call('echo', value),
        add: (a, b) => call('add', a, b),
        upload: (text) => call('upload', text),
        download: (length) => call('download', length),
        fail: () => call('fail'),
        cursorStart: () => call('cursorStart'),
        cursorNext: (position) => call('cursorNext', position),
        cursorPosition: (position) => call('cursorPosition', position),
        ids: (first) => call('ids', first),
        nameOf: (id) => call('nameOf', id),
        calledBack: (count, called) => call('calledBack', count, called),
      }),
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
  const answer = (await response.json()) as Answer;
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
