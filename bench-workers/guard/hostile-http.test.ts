/** Requests of clients that mean harm. */
import { request, type RequestOptions } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { limits } from '../limits.ts';
import { addressOf } from '../testing/hostile.ts';

const ORIGIN = 'http://localhost:8787';
let bench: LocalBench;
let log = '';
/** What takes as long as the bench waits for a client goes on beside the other tests. */
let late: Promise<Response>;

beforeAll(async () => {
  bench = await startBench({
    root: process.cwd(),
    port: 0,
    allowedOrigins: [ORIGIN],
    onSaid: (text) => (log += text),
  });
  late = fetch(addressOf(bench.origin, 'capnweb/http-batch'), {
    method: 'POST',
    body: '["push",["promise",-1]]\n["pull",1]',
  });
});

afterAll(async () => {
  await bench.stop();
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

describe('over HTTP', () => {
  const post = (arm: string, body: string, path = '') =>
    fetch(addressOf(bench.origin, arm) + path, {
      method: 'POST',
      body,
      headers: { Origin: ORIGIN },
    });

  it.each([
    'capnweb/http-batch',
    'probe/capnweb/in-memory',
    'probe/lumenize/hibernating',
    'probe/kkrpc/superjson',
  ])('%s answers junk with 400, to the page that sent it', async (arm) => {
    const many = Array.from({ length: limits.message.lines + 1 }, () => '["pull",0]').join('\n');
    for (const junk of [
      'junk',
      '["push"]',
      '{"json":1}',
      '['.repeat(20_000),
      `[${'0,'.repeat(70_000)}0]`,
      many,
    ]) {
      const answer = await post(arm, junk);
      expect([junk.slice(0, 10), answer.status]).toEqual([junk.slice(0, 10), 400]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect((await answer.text()).length).toBeLessThan(1000);
    }
  });

  it.each(['fetch-json/http', 'orpc/http', 'trpc/http-batch'])(
    '%s answers junk with 400 at the address of a call',
    async (arm) => {
      for (const junk of ['junk', '['.repeat(20_000), `[${'0,'.repeat(70_000)}0]`]) {
        const answer = await post(arm, junk, '/echo');
        expect([junk.slice(0, 10), answer.status]).toEqual([junk.slice(0, 10), 400]);
        expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
        // An error of tRPC has its stack in it.
        expect((await answer.text()).length).toBeLessThan(3000);
      }
    },
  );

  it('trpc/http-batch refuses very many calls in one address', async () => {
    const calls = Array.from({ length: limits.message.calls + 1 }, () => 'fail').join();
    const answer = await post('trpc/http-batch', '{}', `/${calls}?batch=1`);
    expect([answer.status, (await answer.text()).includes('message.calls')]).toEqual([400, true]);
  });

  it.each(['fetch-json/http', 'orpc/http', 'trpc/http-batch'])(
    '%s lets an admitted page send JSON',
    async (arm) => {
      const headers = { Origin: ORIGIN };
      const address = `${addressOf(bench.origin, arm)}/increment`;
      const answer = await fetch(address, { method: 'OPTIONS', headers });
      expect(answer.status).toBe(204);
      const allowed = answer.headers.get('access-control-allow-headers');
      expect(allowed).toBe('Content-Type, X-ORPC-Batch, trpc-accept, Last-Event-ID');
    },
  );

  it('trpc/http-batch-stream alone streams its answers, and no more than a batch may ask for', async () => {
    const calls = Array.from({ length: limits.message.calls }, (_, index) => index);
    const send = async (arm: string, method: string, input: unknown) => {
      const body = JSON.stringify(Object.fromEntries(calls.map((index) => [index, input])));
      const path = `${calls.map(() => method).join()}?batch=1`;
      const headers = { 'Content-Type': 'application/json', 'trpc-accept': 'application/jsonl' };
      const address = `${addressOf(bench.origin, arm)}/${path}`;
      const answer = await fetch(address, { method: 'POST', body, headers });
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    for (const arm of ['trpc/http-batch', 'probe/trpc/superjson']) {
      const { type, text } = await send(arm, 'echo', { json: [1] });
      expect([arm, type, (JSON.parse(text) as unknown[]).length]).toEqual([
        ...[arm, 'application/json', calls.length],
      ]);
    }
    const { type, text } = await send('trpc/http-batch-stream', 'echo', 'x'.repeat(1900));
    expect(type).toBe('application/jsonl');
    expect(text.match(/x{1900}/g)).toHaveLength(calls.length);
    // An error for each call, with its stack.
    const failed = await send('trpc/http-batch-stream', 'fail', 1);
    expect(failed.text.match(/fail: as asked/g)?.length).toBeGreaterThanOrEqual(calls.length);
    expect(failed.text.length).toBeLessThan(limits.answer.bytes);
    const asked = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, 1_000_000]));
    const query = new URLSearchParams({ batch: '1', input: JSON.stringify(asked) });
    const headers = { 'trpc-accept': 'application/jsonl' };
    const path = Object.keys(asked).map(() => 'download');
    const address = `${addressOf(bench.origin, 'trpc/http-batch-stream')}/${path.join()}?${query}`;
    const downloaded = await (await fetch(address, { headers })).text();
    expect(downloaded.match(/got more for one message/g)?.length).toBeGreaterThanOrEqual(6);
    expect(downloaded.length).toBeLessThan(limits.answer.bytes + 100_000);
  });

  it('orpc/http-batch answers a batch, and refuses one that reads inputs from elsewhere or is long', async () => {
    const address = addressOf(bench.origin, 'orpc/http-batch');
    const send = async (...calls: unknown[]) => {
      const body = JSON.stringify(calls);
      const headers = { 'Content-Type': 'application/json', 'X-ORPC-Batch': 'streaming' };
      const answer = await fetch(`${address}/add/__batch__`, { method: 'POST', body, headers });
      return { status: answer.status, text: await answer.text() };
    };
    const call = { url: `${address}/add`, body: { json: { a: 2, b: 3 } } };
    const stranger = { ...call, url: 'http://elsewhere/bench/orpc/http-batch/x/add' };
    const good = await send(call, stranger);
    expect([good.status, good.text.includes('{"json":5}')]).toEqual([207, true]);
    expect(good.text).toContain('No procedure matched');
    for (const wrong of [7, null, { ...call, method: 'GET' }, { ...call, headers: { a: 'b' } }]) {
      expect((await send(call, wrong)).status).toBe(400);
    }
    const digits = { json: '9'.repeat(limits.message.digits + 1), meta: [[0]] };
    expect((await send({ ...call, body: digits })).status).toBe(400);
    expect((await send(...Array.from({ length: 11 }, () => call))).status).toBe(413);
  });

  it('answers no more of many texts than a batch may ask for', async () => {
    const calls = Array.from({ length: 1000 }, (_, index) => [
      '["push",["pipeline",0,["download"],[1000000]]]',
      `["pull",${index + 1}]`,
    ]);
    const answer = await post('capnweb/http-batch', calls.flat().join('\n'));
    expect([answer.status, (await answer.text()).includes('answer.bytes')]).toEqual([400, true]);
  });

  it('calls no more functions than a batch may call', async () => {
    // The function is one of the server itself, which does not wait for the client.
    const calls = Array.from({ length: 100 }, (_, index) => [
      '["push",["pipeline",0,["calledBack"],[100,["pipeline",0,["getValue"]]]]]',
      `["pull",${index + 1}]`,
    ]);
    const answer = await post('capnweb/http-batch', calls.flat().join('\n'));
    const lines = (await answer.text()).split('\n');
    const refused = lines.filter((line) => /got more for one message|wait for answers/.test(line));
    const most = limits.answer.bytes / limits.callbacks.bytes / limits.callbacks.perCall;
    expect(lines).toHaveLength(calls.length);
    expect(refused.length).toBeGreaterThanOrEqual(calls.length - most);
  });

  it('does not wait for ever for what the client itself would have to answer', async () => {
    expect((await late).status).toBe(504);
  });

  it('takes no body of a method that it does not know', async () => {
    const address = addressOf(bench.origin, 'probe/capnweb/in-memory');
    const headers = { 'Content-Length': String(3 * limits.maxMessageBytes) };
    expect(await statusOf(address, { method: 'PUT', headers })).toBe(405);
  });

  it('refuses a client id that no object can keep', async () => {
    const headers = {
      ...{ 'Roundtrip-Client': 'test', Connection: 'Upgrade', Upgrade: 'websocket' },
      'Sec-WebSocket-Protocol': `lumenize.rpc, lumenize.rpc.clientId.${'x'.repeat(3000)}`,
    };
    const answer = await statusOf(addressOf(bench.origin, 'probe/lumenize/hibernating'), {
      headers,
    });
    expect(answer).toBe(400);
  });
});

/** Status of a request that `fetch` would not send; its body is announced and does not come. */
function statusOf(address: string, options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(address, options)
      .on('response', ({ statusCode }) => {
        resolve(statusCode);
        asked.destroy();
      })
      .on('upgrade', () => resolve(101))
      .on('error', reject);
    asked.flushHeaders();
    if (options.method === undefined) asked.end();
  });
}
