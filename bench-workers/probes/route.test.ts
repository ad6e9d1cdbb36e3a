/** The gate in front of the probes' objects. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { limits } from '../limits.ts';

const ORIGIN = 'http://localhost:8787';
let bench: LocalBench;

beforeAll(async () => {
  bench = await startBench({ root: process.cwd(), port: 0, allowedOrigins: [ORIGIN] });
});

afterAll(() => bench.stop());

const ask = (path: string, init?: RequestInit) =>
  fetch(`${bench.origin}/bench/probe/${path}`, init);

describe('addresses of the probes', () => {
  const object = crypto.randomUUID();

  it.each([
    ['capnweb/hibernating/x', 404, 'capnweb/in-memory'],
    ['nobody/in-memory/x', 404, 'lumenize/hibernating'],
    ['lumenize/hibernating/x/call', 400, 'UUID'],
  ])('%s is %d', async (path, status, expected) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(expected);
  });

  it('refuse a page of another origin', async () => {
    const headers = { Origin: 'https://example.org' };
    expect((await ask(`capnweb/in-memory/${object}`, { headers })).status).toBe(403);
  });

  it('refuse a body over the limit', async () => {
    const body = 'x'.repeat(limits.maxMessageBytes + 1);
    const answer = await ask(`capnweb/in-memory/${object}`, { method: 'POST', body });
    expect(answer.status).toBe(413);
  });

  it('let an admitted page post JSON', async () => {
    const answer = await ask(`lumenize/hibernating/${object}/call`, {
      method: 'OPTIONS',
      headers: { Origin: ORIGIN },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, X-ORPC-Batch, trpc-accept, Last-Event-ID',
    );
  });
});
