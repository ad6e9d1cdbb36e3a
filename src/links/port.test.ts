import { expect, it, onTestFinished } from 'vitest';
import { TrafficMeter } from '../harness/run/index.ts';
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
  return { listener, all, promise };
}

it('counts a message once, however many listen to it, and one that listens no more hears none', async () => {
  const { port, other, frames } = channel();
  const [first, second, gone] = [messagesTo(2), messagesTo(2), messagesTo(1)];
  port.addEventListener('message', first.listener);
  port.addEventListener('message', { handleEvent: second.listener });
  port.addEventListener('message', gone.listener);
  port.removeEventListener('message', gone.listener);
  port.start();
  port.postMessage('out');
  other.postMessage('one');
  other.postMessage('two');
  expect(await Promise.all([first.promise, second.promise])).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect([gone.all, frames()]).toEqual([[], { out: 1, in: 2 }]);
});

it('counts for one listener that is set, and for no longer than it is', async () => {
  const { port, other, frames } = channel();
  const [first, second] = [messagesTo(1), messagesTo(1)];
  port.onmessage = first.listener;
  other.postMessage('one');
  await first.promise;
  port.onmessage = second.listener;
  expect(port.onmessage).toBe(second.listener);
  other.postMessage('two');
  expect([await second.promise, first.all]).toEqual([['two'], ['one']]);
  expect(frames()).toEqual({ out: 0, in: 2 });
  port.onmessage = null;
  expect(port.onmessage).toBeNull();
});

it('counts what passes through a port that came with a message', async () => {
  const { port, other, frames } = channel();
  const [carrier, carried] = [messagesTo(1), messagesTo(1)];
  port.onmessage = carrier.listener;
  const { port1, port2 } = new MessageChannel();
  other.postMessage({ value: port2 }, [port2]);
  const [{ value }] = (await carrier.promise) as [{ value: MessagePort }];
  onTestFinished(() => value.close());
  value.onmessage = carried.listener;
  value.postMessage('out');
  port1.postMessage('in');
  await carried.promise;
  expect(frames()).toEqual({ out: 1, in: 2 });
});
