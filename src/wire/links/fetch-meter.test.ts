import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TrafficMeter } from '../../core/run/index.ts';
import { meterFetch } from './link.ts';

const echo: typeof fetch = (_input, init) =>
  init?.body === 'lost'
    ? Promise.reject(new TypeError('fetch failed'))
    : Promise.resolve(new Response(init?.body));

describe('a fetch meter', () => {
  it('counts requests and answers, and the bytes of their bodies in UTF-8', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const response = await fetch('http://virtual', { method: 'POST', body: 'é🌍' });
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 0 },
      bytes: { out: 6, in: 0 },
      roundTrips: 0,
    });
    expect(await response.text()).toBe('é🌍');
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 1 },
      bytes: { out: 6, in: 6 },
      roundTrips: 1,
    });
  });

  it('counts an answer that is read as a stream once, piece by piece, even where the rest is given up', async () => {
    const pieces = (): Promise<Response> => {
      const said = ['one', 'three', 'rest'];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = said.shift();
          if (next === undefined) controller.close();
          else controller.enqueue(Buffer.from(next));
        },
      });
      return Promise.resolve(new Response(body));
    };
    const traffic = new TrafficMeter();
    const fetch = meterFetch(pieces, traffic);
    const reader = (await fetch('http://virtual')).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    const rest = (await fetch('http://virtual')).body?.pipeThrough(new TextDecoderStream());
    expect(await new Response(rest?.pipeThrough(new TextEncoderStream())).text()).toBe(
      'onethreerest',
    );
    const { frames, bytes, roundTrips } = traffic.read();
    expect([frames, roundTrips]).toEqual([{ out: 2, in: 2 }, 2]);
    expect([8 + 12, 12 + 12]).toContain(bytes.in);
  });

  it('counts a text of the network once', async () => {
    const server = createServer((_request, answer) => answer.end('four')).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const traffic = new TrafficMeter();
    const response = await meterFetch(globalThis.fetch, traffic)(`http://localhost:${port}`);
    expect(await response.text()).toBe('four');
    expect(traffic.read()).toMatchObject({ frames: { out: 1, in: 1 }, bytes: { in: 4 } });
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('counts a request without an answer as sent alone', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const lost = fetch('http://virtual', { method: 'POST', body: 'lost' });
    await expect(lost).rejects.toThrow('fetch failed');
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 0 },
      bytes: { out: 4, in: 0 },
      roundTrips: 0,
    });
  });
});
