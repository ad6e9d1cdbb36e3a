/** The socket of either end as kkrpc reads and writes it; the package brings no adapter of its own. */
interface TextSocket {
  send(text: string): void;
  addEventListener(type: 'message', listener: (event: { data?: unknown }) => void): void;
}

/** What kkrpc asks of a transport. */
export interface TextIo {
  name: string;
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/**
 * Wraps a socket. A read after the socket closed waits for ever: kkrpc would ask again at once for
 * anything else, and never let go of the thread.
 */
export function socketIo(socket: TextSocket): TextIo {
  const arrived: string[] = [];
  let wake: ((text: string) => void) | undefined;
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return;
    if (wake === undefined) {
      arrived.push(data);
      return;
    }
    wake(data);
    wake = undefined;
  });
  return {
    name: 'socket-io',
    async read() {
      const next = arrived.shift();
      return next ?? new Promise<string>((resolve) => (wake = resolve));
    },
    async write(text) {
      socket.send(text);
    },
  };
}
