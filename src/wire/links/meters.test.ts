import { describe, expect, it } from 'vitest';
import { TrafficMeter } from '../../core/run/index.ts';
import { VirtualSocket } from '../../core/testing/virtual-bench.ts';
import type { WebSocketClass } from '../../core/plan/index.ts';
import { serve } from '../../testing/serve.ts';
import { meterFetch, meterSockets } from './link.ts';

/** Frames that went out and came in, bytes that did, and round trips. */
function read(traffic: TrafficMeter): number[] {
  const { frames, bytes, roundTrips = NaN } = traffic.read();
  return [frames.out, frames.in, bytes.out, bytes.in, roundTrips];
}

const echo: typeof fetch = (_input, init) =>
  init?.body === 'lost'
    ? Promise.reject(new TypeError('fetch failed'))
    : Promise.resolve(new Response(init?.body));

describe('a fetch meter', () => {
  it('counts requests and answers, and the bytes of their bodies in UTF-8', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const response = await fetch('http://virtual', { method: 'POST', body: 'é🌍' });
    expect(read(traffic)).toEqual([1, 0, 6, 0, 0]);
    expect(await response.text()).toBe('é🌍');
    expect(read(traffic)).toEqual([1, 1, 6, 6, 1]);
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
    const [sent, answered, , bytes, roundTrips] = read(traffic);
    expect([sent, answered, roundTrips]).toEqual([2, 2, 2]);
    expect([8 + 12, 12 + 12]).toContain(bytes);
  });

  it('counts a text of the network once', async () => {
    const origin = await serve((_request, answer) => answer.end('four'));
    const traffic = new TrafficMeter();
    const response = await meterFetch(globalThis.fetch, traffic)(origin);
    expect(await response.text()).toBe('four');
    expect(read(traffic)).toEqual([1, 1, 0, 4, 1]);
  });

  it('counts a request without an answer as sent alone', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const lost = fetch('http://virtual', { method: 'POST', body: 'lost' });
    await expect(lost).rejects.toThrow('fetch failed');
    expect(read(traffic)).toEqual([1, 0, 4, 0, 0]);
  });
});

function open() {
  const traffic = new TrafficMeter();
  const Metered = meterSockets(VirtualSocket as unknown as WebSocketClass, traffic);
  const socket = new Metered('ws://virtual', ['a']) as unknown as VirtualSocket & {
    send(data: unknown): void;
  };
  return { socket, traffic };
}

describe('a socket meter', () => {
  it('counts frames and payload bytes of text in UTF-8, and of binary frames', () => {
    const { traffic, socket } = open();
    socket.send('é');
    socket.send(new Uint8Array(5));
    socket.send(new ArrayBuffer(7));
    socket.receive('🌍');
    expect(read(traffic)).toEqual([3, 1, 14, 4, 1]);
    socket.receive('ab');
    expect(read(traffic)).toEqual([3, 2, 14, 6, 1]);
  });

  it('counts none where what went out asks for nothing', () => {
    const { traffic, socket } = open();
    traffic.unansweredPrefix = '["release"';
    socket.send('["push"]');
    socket.receive('["resolve",1]');
    // Two more answers to the one question, with a release of the first between them.
    socket.send('["release",1]');
    for (const answer of ['["resolve",2]', '["resolve",3]']) socket.receive(answer);
    expect(traffic.read()).toMatchObject({ frames: { out: 2, in: 3 }, roundTrips: 1 });
    for (const frame of ['["push"]', '["release",2]']) socket.send(frame);
    socket.receive('["resolve",4]');
    expect(traffic.read().roundTrips).toBe(2);
  });

  it('does not count what the socket refuses to send', () => {
    class Refusing extends VirtualSocket {
      override send(): void {
        throw new Error('closed');
      }
    }
    const traffic = new TrafficMeter();
    const Metered = meterSockets(Refusing as unknown as WebSocketClass, traffic);
    const socket = new Metered('ws://virtual');
    expect(() => socket.send('x')).toThrow('closed');
    expect(traffic.read().frames.out).toBe(0);
  });
});
