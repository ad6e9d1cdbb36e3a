/**
 * Waits until a socket is open. Every client half opens its socket through this, so that the
 * connect time means the same for each.
 *
 * @throws Error naming the close code when the socket closes instead.
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
