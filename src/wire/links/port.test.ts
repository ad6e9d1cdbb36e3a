import { expect, it, onTestFinished } from 'vitest';
import { TrafficMeter } from '../../core/run/index.ts';
import { metered } from './port.ts';

/** A port that counts, the other end of it, and what was counted. */
function channel() {
  const meter = new TrafficMeter();
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  return { port: metered(port1, meter), other: port2, frames: () => meter.read().frames };
}

/** The messages that come to a listener, once so many have come. */
function messagesTo(count: number) {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const all: unknown[] = [];
  const listener = (event: Event) => {
    if (all.push((event as MessageEvent<unknown>).data) === count) resolve(all);
  };
  return { listener, promise };
}

it('counts a message once, however many listen to it', async () => {
  const { port, other, frames } = channel();
  const [first, second] = [messagesTo(2), messagesTo(2)];
  port.addEventListener('message', first.listener);
  port.addEventListener('message', second.listener);
  port.start();
  port.postMessage('out');
  other.postMessage('one');
  other.postMessage('two');
  expect(await Promise.all([first.promise, second.promise])).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(frames()).toEqual({ out: 1, in: 2 });
});

it('counts for a listener that is set', async () => {
  const { port, other, frames } = channel();
  const set = messagesTo(1);
  port.onmessage = set.listener;
  other.postMessage('one');
  expect(await set.promise).toEqual(['one']);
  expect(frames()).toEqual({ out: 0, in: 1 });
});
