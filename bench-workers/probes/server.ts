import type { Check } from '../guard/socket-guard.ts';
import type { Message } from '../object.ts';
import type { ProbeService } from './service.ts';

/** How a system serves the probes, from its own folder. */
export interface ProbeServer {
  /** Answers a request without a socket. */
  answer(request: Request, service: ProbeService): Promise<Response>;
  /** What it does with sockets; absent where it has none. */
  sockets?: {
    hibernating: boolean;
    check: Check;
    take(socket: WebSocket, message: Message, service: ProbeService): void;
    /** Sends a payload over a socket that has slept; false where nobody listens to it. */
    announce?(socket: WebSocket, payload: unknown): boolean;
    /** A socket has closed. */
    close(socket: WebSocket): void;
  };
}
