import type { WebSocketClass } from '../../places/bench/options.ts';
import { openSocket } from '../../places/bench/open-socket.ts';

/** What passed through the sockets of a client, in order. */
export interface SocketLog {
  WebSocketClass: WebSocketClass;
  /** Sockets that were opened, the newest last. */
  readonly sockets: readonly WebSocket[];
  /** Frames since the log began or was cleared: those sent, and those received. */
  frames(): { out: number; in: number };
  /**
   * Round trips since then: how often the client asked for something and something came back before
   * it asked again. Frames that leave together count once, however many they are; Cap’n Web's
   * releases ask for nothing and count as none.
   */
  roundTrips(): number;
  clear(): void;
  /** Cuts the newest connection, and resolves once its end is known. */
  drop(): Promise<void>;
}

/** Watches every socket made with its class. */
export function logSockets(Base: WebSocketClass): SocketLog {
  const sockets: WebSocket[] = [];
  let directions: Array<'out' | 'in' | 'release'> = [];
  class LoggedWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
      this.addEventListener('message', () => directions.push('in'));
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      directions.push(
        typeof data === 'string' && data.startsWith('["release"') ? 'release' : 'out',
      );
    }
  }
  return {
    WebSocketClass: LoggedWebSocket,
    sockets,
    frames: () => ({
      out: directions.filter((each) => each !== 'in').length,
      in: directions.filter((each) => each === 'in').length,
    }),
    roundTrips() {
      const asked = directions.filter((each) => each !== 'release');
      return asked.filter((each, index) => each === 'in' && asked[index - 1] === 'out').length;
    },
    clear() {
      directions = [];
    },
    drop() {
      const socket = sockets.at(-1);
      if (socket === undefined) throw new Error('drop: got no socket, expected an open one');
      return new Promise((resolve) => {
        socket.addEventListener('close', () => resolve());
        socket.close();
      });
    },
  };
}

/** Opens a socket to an address, and watches it. */
export async function openLogged(
  { WebSocketClass }: { WebSocketClass: WebSocketClass },
  url: string,
): Promise<{ socket: WebSocket; log: SocketLog }> {
  const log = logSockets(WebSocketClass);
  return { log, socket: await openSocket(new log.WebSocketClass(url)) };
}
