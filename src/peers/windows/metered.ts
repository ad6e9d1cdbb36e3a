/** Counts what passes through a worker, a port or a window, outside of any library and for all alike. */
import type { Meter } from '../../harness/plan/index.ts';
import type { Target } from './ends.ts';

/**
 * Has a worker or a port count. Ports that come in with a message are counted too; those that a
 * library makes and sends out itself cannot be seen from here.
 */
export function metered<Channel extends Worker | MessagePort>(
  channel: Channel,
  meter: Meter,
): Channel {
  const post = channel.postMessage.bind(channel) as (...args: unknown[]) => void;
  channel.postMessage = (...args: unknown[]) => {
    post(...args);
    count(meter, 'out', args[0]);
  };
  channel.addEventListener('message', (event) => countIn(event as MessageEvent<unknown>, meter));
  return channel;
}

/** What stands for another window: of a sandboxed one nothing may be replaced. */
export function meteredTarget(window: Target, meter: Meter): Target {
  return {
    postMessage(message, targetOrigin, transfer) {
      window.postMessage(message, targetOrigin, transfer);
      count(meter, 'out', message);
    },
  };
}

/** Counts a message that came in, and has its ports count. */
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
