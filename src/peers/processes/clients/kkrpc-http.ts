import { HTTPClientIO } from 'kkrpc';
import type { Meter } from '../../../harness/plan/index.ts';
import { kkrpcOver } from './kkrpc.ts';
import type { Open } from './opened.ts';

/** Who counts the requests to an address: the adapter takes the fetch that there is. */
const meters = new Map<string, Meter>();
const plain = globalThis.fetch;

/** Over HTTP, a request for each call, on connections that the runtime keeps alive. */
export const open: Open = async (child, meter) => {
  const url = `${await child.listening()}/rpc`;
  globalThis.fetch = counting;
  meters.set(url, meter);
  const { operations, settling } = kkrpcOver(new HTTPClientIO({ url }), child.ended);
  return {
    operations,
    close() {
      settling.end('the connection is closed');
      meters.delete(url);
    },
  };
};

/** Counts bodies, as the library writes and reads them: texts. */
const counting: typeof globalThis.fetch = async (input, init) => {
  const meter = typeof input === 'string' ? meters.get(input) : undefined;
  if (meter === undefined) return await plain(input, init);
  meter.count('out', init?.body as string);
  const response = await plain(input, init);
  const text = response.text.bind(response);
  response.text = async () => {
    const body = await text();
    meter.count('in', body);
    return body;
  };
  return response;
};
