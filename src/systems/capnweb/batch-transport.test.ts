/** That the requests which are measured are those of the library’s own HTTP batch. */
import { newHttpBatchRpcResponse, newHttpBatchRpcSession, RpcSession, RpcTarget } from 'capnweb';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CounterApi } from './client.ts';
import { BatchTransport } from './batch-transport.ts';

class Cursor extends RpcTarget {
  next(): Cursor {
    return new Cursor();
  }
  position(): number {
    return 1;
  }
}

class Counter extends RpcTarget {
  add(a: number, b: number): number {
    return a + b;
  }
  cursor(): Cursor {
    return new Cursor();
  }
  fail(): never {
    throw new RangeError('no');
  }
}

let server: Server;
let address: string;
const requests: Array<{ method: string | undefined; body: string; type: string | undefined }> = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ method: request.method, body, type: request.headers['content-type'] });
      const received = new Request('http://virtual', { method: 'POST', body });
      void newHttpBatchRpcResponse(received, new Counter())
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ours = (signal = new AbortController().signal) =>
  new RpcSession<CounterApi>(new BatchTransport(address, fetch, signal)).getRemoteMain();

async function exchange(counter: ReturnType<typeof ours>): Promise<unknown[]> {
  const sum = counter.add(counter.add(1, 2), 3);
  const place = counter.cursor().next().position();
  const failing = Promise.resolve(counter.fail());
  const outcomes = await Promise.allSettled([sum, place, failing]);
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason),
  );
}

describe('the batch transport', () => {
  it('sends what the library’s own sends, and gets what it gets', async () => {
    requests.length = 0;
    const expected = await exchange(newHttpBatchRpcSession<CounterApi>(address));
    expect(await exchange(ours())).toEqual(expected);
    expect(expected).toEqual([6, 1, 'RangeError: no']);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual(requests[0]);
  });

  it('rejects every call of a batch that is aborted', async () => {
    const closing = new AbortController();
    const counter = ours(closing.signal);
    const calls = Promise.allSettled([counter.add(1, 2), counter.cursor().position()]);
    closing.abort(new Error('closed by hand'));
    const reasons = (await calls).map((outcome) =>
      outcome.status === 'rejected' ? String(outcome.reason) : 'fulfilled',
    );
    expect(reasons).toEqual(['Error: closed by hand', 'Error: closed by hand']);
  });

  it('rejects every call of a batch that is refused', async () => {
    const refuse: typeof fetch = () => Promise.resolve(new Response('no', { status: 429 }));
    const transport = new BatchTransport(address, refuse, new AbortController().signal);
    const counter = new RpcSession<CounterApi>(transport).getRemoteMain();
    await expect(Promise.resolve(counter.add(1, 2))).rejects.toThrow('status 429');
  });
});
