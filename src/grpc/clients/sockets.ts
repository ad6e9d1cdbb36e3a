/** Counts the bytes of sockets that libraries open and let nobody wrap. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const owners = new AsyncLocalStorage<Sockets>();
subscribe('net.client.socket', (message) => {
  owners.getStore()?.add((message as { socket: Socket }).socket);
});

/** The sockets of one owner. */
export class Sockets {
  readonly #open = new Set<Socket>();
  readonly #closed = { out: 0, in: 0 };

  /** Sockets opened by what this begins are its own. */
  own<Result>(begin: () => Result): Result {
    return owners.run(this, begin);
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#closed.out += socket.bytesWritten;
      this.#closed.in += socket.bytesRead;
    });
  }

  /** Bytes that have passed so far. */
  get bytes(): { out: number; in: number } {
    const sum = { ...this.#closed };
    for (const { bytesWritten, bytesRead } of this.#open) {
      sum.out += bytesWritten;
      sum.in += bytesRead;
    }
    return sum;
  }
}
