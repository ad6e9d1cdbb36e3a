/** A TCP proxy that knows where heads, bodies and frames begin and end, and cuts connections there. */
import type { Socket } from 'node:net';
import { originOf } from '../cli/shared/ports.ts';
import { createProxy } from '../cli/shared/network/tcp-proxy.ts';

type Way = 'up' | 'down';
/** What passes: of a WebSocket its handshake and its frames, of a request heads and bodies. */
type PieceKind =
  | 'handshake'
  | 'handshake answer'
  | `${'message' | 'close'} ${Way}`
  | `${'request' | 'answer'} ${'head' | 'body'}`;

/** Where a connection is cut. */
export interface Cut {
  kind: PieceKind;
  place: 'before' | 'in' | 'after';
  /** How many pieces of the kind pass before; none unless given. */
  skip?: number;
}

export interface CuttingProxy {
  /** Where it listens: `http://localhost:20001` */
  origin: string;
  /** Resets a connection to an object, both ends of it, the next time that the cut fits. */
  cut(object: string, cut: Cut): void;
  /** The cuts that have not been made yet. */
  readonly waiting: readonly Cut[];
  /**
   * Open WebSockets, and requests without their whole answer, each as what passed last and the
   * object: `message down of o1`. Idle connections do not count.
   */
  readonly busy: readonly string[];
  stop(): void;
}

/** @param target origin of the bench, over plain HTTP */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname: host, port } = new URL(target);
  const cuts = new Map<string, Cut>();
  const connections = new Set<{ busy: string; reset: () => void }>();

  const server = createProxy({ host, port: Number(port) }, (client, bench) => {
    const reset = () => [client, bench].forEach((socket) => socket.resetAndDestroy());
    const connection = { busy: '', reset };
    connections.add(connection);
    /** Of the newest request. */
    let object = '';

    /** Nothing passes after a cut, also of what came together with the piece that was cut. */
    let ended = false;
    const pass = (kind: PieceKind, bytes: Buffer, to: Socket): void => {
      if (ended) return;
      const cut = cuts.get(object);
      if (cut?.kind !== kind) to.write(bytes);
      else if (cut.skip !== undefined && cut.skip > 0) {
        cuts.set(object, { ...cut, skip: cut.skip - 1 });
        to.write(bytes);
      } else {
        cuts.delete(object);
        ended = true;
        [client, bench].forEach((socket) => socket.pause());
        if (cut.place === 'before') reset();
        else to.write(cut.place === 'in' ? bytes.subarray(0, bytes.length >> 1) : bytes, reset);
      }
    };
    const up = new Pieces('up', (kind, bytes) => {
      if (kind === 'handshake' || kind === 'request head') {
        object = /^\S+ \/bench\/[^/]+\/[^/]+\/([^/\s]+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
      }
      connection.busy = `${kind} of ${object}`;
      pass(kind, bytes, bench);
    });
    const down = new Pieces('down', (kind, bytes, whole) => {
      connection.busy = whole ? '' : `${kind} of ${object}`;
      pass(kind, bytes, client);
    });
    for (const socket of [client, bench]) {
      socket.on('close', () => {
        if (client.closed && bench.closed) connections.delete(connection);
      });
    }
    return {
      up: { pass: (chunk) => up.add(chunk) },
      down: { pass: (chunk) => down.add(chunk) },
    };
  });
  return {
    origin: await originOf(server),
    cut: (object, cut) => void cuts.set(object, cut),
    get waiting() {
      return [...cuts.values()];
    },
    get busy() {
      return [...connections].map(({ busy }) => busy).filter(Boolean);
    },
    stop() {
      server.close();
      for (const { reset } of connections) reset();
    },
  };
}

/** Takes the bytes of one way apart into whole pieces. */
class Pieces {
  readonly #way: Way;
  readonly #onPiece: (kind: PieceKind, bytes: Buffer, whole: boolean) => void;
  #bytes: Buffer = Buffer.alloc(0);
  #next: 'head' | 'frame' | { body: number | 'chunks' } = 'head';

  /** @param onPiece is also told whether an answer over HTTP ends with the piece */
  constructor(way: Way, onPiece: (kind: PieceKind, bytes: Buffer, whole: boolean) => void) {
    this.#way = way;
    this.#onPiece = onPiece;
  }

  add(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const length = this.#length();
      if (length === undefined || length > this.#bytes.length) return;
      const piece = this.#bytes.subarray(0, length);
      this.#bytes = this.#bytes.subarray(length);
      const kind = this.#take(piece);
      this.#onPiece(kind, piece, kind.startsWith('answer') && this.#next === 'head');
    }
  }

  /** Length of the next piece; undefined while that is unknown. */
  #length(): number | undefined {
    const bytes = this.#bytes;
    if (this.#next === 'head') {
      const end = bytes.indexOf('\r\n\r\n');
      return end === -1 ? undefined : end + 4;
    }
    if (this.#next === 'frame') return frameLength(bytes);
    return this.#next.body === 'chunks' ? chunksLength(bytes) : this.#next.body;
  }

  /** The kind of a piece, after which another kind may be next. */
  #take(piece: Buffer): PieceKind {
    const up = this.#way === 'up';
    if (this.#next === 'frame') {
      const opcode = (piece[0] ?? 0) & 0x0f;
      return `${opcode === 8 ? 'close' : 'message'} ${this.#way}`;
    }
    if (this.#next !== 'head') {
      this.#next = 'head';
      return up ? 'request body' : 'answer body';
    }
    const head = piece.toString('latin1');
    if (up ? /^upgrade: websocket/im.test(head) : head.startsWith('HTTP/1.1 101')) {
      this.#next = 'frame';
      return up ? 'handshake' : 'handshake answer';
    }
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (/^transfer-encoding: chunked/im.test(head)) this.#next = { body: 'chunks' };
    else if (length > 0) this.#next = { body: length };
    return up ? 'request head' : 'answer head';
  }
}

/** Length of a frame with its header: RFC 6455, section 5.2. */
function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const second = bytes.readUInt8(1);
  const mask = second >= 0x80 ? 4 : 0;
  const short = second & 0x7f;
  if (short < 126) return 2 + mask + short;
  const size = short === 126 ? 2 : 8;
  if (bytes.length < 2 + size) return undefined;
  return (
    2 + size + mask + Number(bytes.readUIntBE(2 + size - Math.min(size, 6), Math.min(size, 6)))
  );
}

/** Length of a body in chunks, without trailers: RFC 9112, section 7.1. */
function chunksLength(bytes: Buffer): number | undefined {
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    at = line + 2 + size + 2;
    if (size === 0) return at;
  }
}
