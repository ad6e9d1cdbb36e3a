/** The baseline over TCP: a byte that says the kind, gRPC’s messages, an end; answers likewise. */
import { createServer, type Socket } from 'node:net';
import { END, Unprefixed } from '../prefixed.ts';
import { methods } from '../route-guide.ts';
import { type Kind, kinds } from '../specs.ts';
import { Canned } from './canned.ts';
import { listen } from './listen.ts';

const kindOf = new Map<number | undefined, Kind>(kinds.map((kind) => [methods[kind].byte, kind]));

/** Requests of one connection, each after the other. */
function answer(socket: Socket): void {
  let canned: Canned | undefined;
  /** Answers that go out in one write, with what of the requests has come in one read. */
  let replies: Buffer[] = [];
  const messages = new Unprefixed((message) => {
    if (canned === undefined) return;
    const reply = message === 'end' ? canned.end() : canned.message(message);
    if (reply !== undefined) replies.push(reply);
    if (message !== 'end') return;
    replies.push(END);
    canned = undefined;
  });
  socket.on('data', (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0;) {
      if (canned !== undefined) {
        rest = messages.push(rest);
        continue;
      }
      const kind = kindOf.get(rest[0]);
      if (kind === undefined) {
        socket.destroy();
        return;
      }
      canned = new Canned(kind);
      rest = rest.subarray(1);
    }
    if (replies.length > 0) socket.write(Buffer.concat(replies));
    replies = [];
  });
}

/** @returns the port that it listens on */
export function serve(host: string): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket);
  });
  return listen(server, host);
}
