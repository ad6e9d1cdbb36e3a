import type { BenchConnect, ConnectOptions } from '../../links/options.ts';
import { requestsOf } from '../../links/open.ts';
import {
  type Received,
  Receiving,
  noStreamUp,
  type StreamOperations,
} from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';

/** Nothing is opened: each stream is a request. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return (options) => {
    const requests = requestsOf(streams, arm, options);
    const closing = new AbortController();
    const down = arm === 'events' ? events(options, closing.signal) : body(requests.fetch);
    return Promise.resolve({
      operations: {
        down: (shape) => {
          const asked = Object.entries(shape).map(([name, value]) => [name, JSON.stringify(value)]);
          const query = new URLSearchParams(asked);
          return down(`${requests.address}/down?${query}`, new Receiving(shape));
        },
        up: noStreamUp,
        async passed() {
          const response = await requests.fetch(`${requests.address}/passed`);
          return (await response.json()) as number;
        },
      },
      close() {
        closing.abort();
        requests.close();
      },
    });
  };
}

type Down = (address: string, receiving: Receiving) => Promise<Received>;

const body =
  (send: typeof fetch): Down =>
  async (address, receiving) => {
    const response = await send(address);
    if (!response.ok || response.body === null) {
      throw new Error(`the request was refused with status ${response.status}`);
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + next.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) receiving.take(JSON.parse(line));
    }
    return receiving.received();
  };

const events =
  ({ EventSourceClass }: ConnectOptions, closing: AbortSignal): Down =>
  (address, receiving) =>
    new Promise((resolve, reject) => {
      if (EventSourceClass === undefined) throw new Error('EventSource: got none, expected one');
      const source = new EventSourceClass(address);
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
