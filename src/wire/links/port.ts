/** Counts what passes through a worker, a port or a window, outside of any library and for all alike. */
import type { Meter } from '../../core/plan/index.ts';

type Listener = (event: MessageEvent<unknown>) => void;

/**
 * Has a worker or a port count. The library’s own listener counts incoming messages, because another listener would
 * take longer than all other counting. A library must listen by functions until its connection closes, and by
 * `onmessage` at most once.
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
  const counting =
    (listener: Listener): Listener =>
    (event) => {
      if (event !== newest) count(meter, 'in', event.data);
      newest = event;
      listener.call(channel, event);
    };
  const target: EventTarget = channel;
  const add = target.addEventListener.bind(target);
  target.addEventListener = (type, listener, options) =>
    add(
      type,
      type === 'message' ? (counting(listener as Listener) as EventListener) : listener,
      options,
    );
  Object.defineProperty(channel, 'onmessage', {
    set(listener: EventListener) {
      target.addEventListener('message', listener);
      // A port begins to hear when it is set.
      if (channel instanceof MessagePort) channel.start();
    },
  });
  return channel;
}

/** The part of a window that another one reaches it by. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

/** A stand-in for another window: of a sandboxed one nothing may be replaced. */
export function meteredTarget(window: MessageTarget, meter: Meter): MessageTarget {
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

/** Counts a message. Only text and bytes have a size that a page can see. */
function count(meter: Meter, way: 'out' | 'in', message: unknown): void {
  const sized =
    typeof message === 'string' || message instanceof ArrayBuffer || ArrayBuffer.isView(message);
  meter.count(way, sized ? message : '');
}
