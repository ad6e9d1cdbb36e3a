import { describe, expect, it } from 'vitest';
import { createWebSocketTransport } from './transport.ts';

/** A socket that is open at once, and keeps what it is given. */
class OpenSocket extends EventTarget {
  readonly readyState = WebSocket.OPEN;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1000, reason: '' }));
  }
}

function transportOver(socket: OpenSocket, open?: (socket: WebSocket) => Promise<unknown>) {
  return createWebSocketTransport('counter', 'one', {
    baseUrl: 'https://bench.example.org',
    WebSocketClass: function () {
      return socket;
    } as unknown as typeof WebSocket,
    ...(open && { open }),
  });
}

describe('a socket', () => {
  it('is open once it says so', async () => {
    const socket = new OpenSocket();
    const connecting = transportOver(socket).connect();
    socket.dispatchEvent(new Event('open'));
    await expect(connecting).resolves.toBeUndefined();
  });

  it('that closes instead has not opened, and is opened anew by the next call', async () => {
    const socket = new OpenSocket();
    const transport = transportOver(socket);
    const refused = expect(transport.connect()).rejects.toThrow('closed with code 1000');
    socket.close();
    await refused;
    const again = transport.connect();
    socket.dispatchEvent(new Event('open'));
    await expect(again).resolves.toBeUndefined();
  });

  it('can be opened in another way', async () => {
    const socket = new OpenSocket();
    const asked: unknown[] = [];
    const opening = Promise.withResolvers<void>();
    const transport = transportOver(socket, (given) => {
      asked.push(given);
      return opening.promise;
    });
    let isOpen = false;
    const connecting = transport.connect().then(() => (isOpen = true));
    socket.dispatchEvent(new Event('open'));
    await Promise.resolve();
    expect([asked, isOpen]).toEqual([[socket], false]);
    opening.resolve();
    await connecting;
    expect(isOpen).toBe(true);
  });
});
