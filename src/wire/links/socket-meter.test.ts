import { describe, expect, it } from 'vitest';
import { TrafficMeter } from '../../core/run/index.ts';
import { VirtualSocket } from '../../core/testing/virtual-bench.ts';
import type { WebSocketClass } from '../../core/plan/index.ts';
import { meterSockets } from './link.ts';

function open() {
  const said: string[] = [];
  const traffic = new TrafficMeter((how) => said.push(how));
  const Metered = meterSockets(VirtualSocket as unknown as WebSocketClass, traffic);
  const socket = new Metered('ws://virtual', ['a']) as unknown as VirtualSocket & {
    send(data: unknown): void;
  };
  return { said, socket, traffic };
}

describe('a socket meter', () => {
  it('counts frames and payload bytes of text in UTF-8, and of binary frames', () => {
    const { traffic, socket } = open();
    socket.send('é');
    socket.send(new Uint8Array(5));
    socket.send(new ArrayBuffer(7));
    socket.receive('🌍');
    expect(traffic.read()).toEqual({
      frames: { out: 3, in: 1 },
      bytes: { out: 14, in: 4 },
      roundTrips: 1,
    });
    socket.receive('ab');
    expect(traffic.read()).toEqual({
      frames: { out: 3, in: 2 },
      bytes: { out: 14, in: 6 },
      roundTrips: 1,
    });
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
