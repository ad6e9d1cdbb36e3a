/** WebSockets of clients: counted, and waited for. */
import type { Meter, Payload, WebSocketClass } from '../../core/plan/index.ts';

/** A WebSocket class whose sockets count messages and payload bytes, and tell when they open and close. */
export function meterSockets(Base: WebSocketClass, meter: Meter): WebSocketClass {
  return class MeteredWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('open', () => meter.opened(this.extensions));
      this.addEventListener('message', (event: MessageEvent<Payload>) => {
        meter.count('in', event.data);
      });
      this.addEventListener('close', (event) => {
        const reason = event.reason === '' ? '' : ` (${event.reason})`;
        meter.lost(`the socket closed with code ${event.code}${reason}`);
      });
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      meter.count('out', data);
    }
  };
}

/**
 * Waits until a socket is open. Every client half uses this, so that connect times mean the same.
 *
 * @throws Error naming the close code if the socket closes instead
 */
export function openSocket(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener(
      'close',
      (event) => reject(new Error(`the socket did not open; it closed with code ${event.code}`)),
      { once: true },
    );
  });
}
