import { type Link, type Requests, requestsOver } from '../../../wire/links/link.ts';
import { type Client, plainApi } from '../../../wire/service/api.ts';
import { type Received, Receiving } from '../../../wire/service/items.ts';
import { EVENTS } from './system.ts';

/** Each call is a request of its own: there is nothing to open. */
export function open(link: Link): Promise<Client> {
  const requests = requestsOver(link);
  const { address, fetch: send } = requests;
  return Promise.resolve({
    operations: plainApi((method, args) => post(send, `${address}/${method}`, args), {
      down(shape) {
        const url = `${address}/down?args=${encodeURIComponent(JSON.stringify([shape]))}`;
        const receiving = new Receiving(shape);
        return link.arm === EVENTS
          ? readEvents(url, receiving, link, requests)
          : readLines(url, receiving, send);
      },
    }),
    close: () => requests.close(),
  });
}

/** Calls a method of the service. */
export async function post(
  send: typeof fetch,
  address: string,
  args: readonly unknown[],
  signal?: AbortSignal,
): Promise<never> {
  const response = await send(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
    signal: signal ?? null,
  });
  const answer = (await response.json()) as { result: never; error: unknown };
  if (response.ok) return answer.result;
  throw toError(answer.error, response.status);
}

/** The error that the server threw. The gate in front of it answers in words of its own: its status is enough. */
function toError(error: unknown, status: number): Error {
  const { name, message } = Object(error) as Partial<Error>;
  if (message === undefined) return new Error(`the request was refused with status ${status}`);
  return Object.assign(new Error(message), { name });
}

/** Reads the body of an answer: a line of JSON for each item. */
async function readLines(url: string, receiving: Receiving, send: typeof fetch): Promise<Received> {
  const { ok, status, body } = await send(url);
  if (!ok || body === null) throw new Error(`the request was refused with status ${status}`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receiving.take(JSON.parse(line));
  }
  return receiving.received();
}

/** Reads the events of an EventSource, until the one that says that there are no more. */
function readEvents(
  url: string,
  receiving: Receiving,
  { EventSourceClass }: Link,
  { closing }: Requests,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    if (EventSourceClass === undefined) throw new Error('EventSource: got none, expected one');
    const source = new EventSourceClass(url);
    const close = () => source.close();
    closing.addEventListener('abort', close);
    const end = (settle: () => void) => {
      close();
      closing.removeEventListener('abort', close);
      settle();
    };
    source.addEventListener('message', ({ data }: MessageEvent) => receiving.take(data));
    source.addEventListener('end', () => end(() => resolve(receiving.received())));
    source.addEventListener('error', () => end(() => reject(new Error('the events broke off'))));
  });
}
