/** Counts what passes through a worker, a port or a window, outside of any library and for all alike. */
import type { Meter } from '../harness/plan/index.ts';
import type { Target } from '../places/windows/channel.ts';

/**
 * Has a worker or a port count. Ports that come in as a field of a message are counted too; those that
 * a library makes and sends out itself cannot be seen from here. What comes in is counted by the first
 * of the library’s own listeners that hears it: one more listener takes longer than all else that counts.
 */
export function metered<Channel extends Worker | MessagePort>(
  channel: Channel,
  meter: Meter,
): Channel {
  const post = channel.postMessage.bind(channel) as (message: unknown, options: unknown) => void;
  channel.postMessage = (message: unknown, options?: unknown) => {
    post(message, options);
    count(meter, 'out', message);
  };
  let newest: Event | undefined;
  const hear = (event: Event): void => {
    if (event === newest) return;
    newest = event;
    const { data } = event as MessageEvent<unknown>;
    count(meter, 'in', data);
    // To ask an event for its ports makes a list of them, which takes as long as to count.
    if (typeof data !== 'object' || data === null) return;
    for (const name in data) {
      const value = (data as Record<string, unknown>)[name];
      if (typeof value === 'object' && value instanceof MessagePort) metered(value, meter);
    }
  };
  const counting = new WeakMap<EventListenerOrEventListenerObject, EventListener>();
  const countingOf = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
  ): EventListenerOrEventListenerObject | null => {
    if (type !== 'message' || listener === null) return listener;
    const known = counting.get(listener);
    if (known !== undefined) return known;
    const own: EventListener = (event) => {
      hear(event);
      if (typeof listener === 'function') listener.call(channel, event);
      else listener.handleEvent(event);
    };
    counting.set(listener, own);
    return own;
  };
  const target: EventTarget = channel;
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  target.addEventListener = (type, listener, options) =>
    add(type, countingOf(type, listener), options);
  target.removeEventListener = (type, listener, options) =>
    remove(type, countingOf(type, listener), options);
  // Also what is set as a property is heard by a listener: a port begins to hear when it is set.
  let set: EventListener | null = null;
  Object.defineProperty(channel, 'onmessage', {
    configurable: true,
    get: () => set,
    set(listener: EventListener | null) {
      if (set !== null) target.removeEventListener('message', set);
      set = listener;
      if (listener === null) return;
      target.addEventListener('message', listener);
      if (channel instanceof MessagePort) channel.start();
    },
  });
  return channel;
}

/** A stand-in for another window: of a sandboxed one nothing may be replaced. */
export function meteredTarget(window: Target, meter: Meter): Target {
  return {
    postMessage(message, targetOrigin, transfer) {
      window.postMessage(message, targetOrigin, transfer);
      count(meter, 'out', message);
    },
  };
}

/** Counts a message that came in from another window, and has its ports count. */
export function countIn({ data, ports }: MessageEvent<unknown>, meter: Meter): void {
  count(meter, 'in', data);
  for (const port of ports) metered(port, meter);
}

/** A structured clone has no size that a page could see: only what is text or bytes has one. */
function count(meter: Meter, way: 'out' | 'in', message: unknown): void {
  const sized =
    typeof message === 'string' || message instanceof ArrayBuffer || ArrayBuffer.isView(message);
  meter.count(way, sized ? message : '');
}
