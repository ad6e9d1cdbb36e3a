import { WebSocketClientIO } from 'kkrpc';
import type { Meter } from '../../../harness/plan/index.ts';
import { kkrpcOver } from './kkrpc.ts';
import type { Open, Opened } from './opened.ts';

/** Over a WebSocket, with the class that the runtime has. */
export const open: Open = async (child, meter) => openAt(await child.listening(), meter);

/** As {@link open}, to an address. The adapter waits for the socket to open before it sends. */
export async function openAt(url: string, meter: Meter): Promise<Opened> {
  const Plain = globalThis.WebSocket;
  let lost: (code: number) => void = () => undefined;
  // The adapter takes the class that there is, and keeps its socket for itself.
  globalThis.WebSocket = class extends Plain {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<string>) => meter.count('in', data));
      this.addEventListener('close', ({ code }) => lost(code));
    }
    override send(data: string): void {
      meter.count('out', data);
      super.send(data);
    }
  };
  let io: WebSocketClientIO;
  try {
    io = new WebSocketClientIO({ url });
  } finally {
    globalThis.WebSocket = Plain;
  }
  const { operations, settling } = kkrpcOver(io);
  lost = (code) => {
    const how = `the socket closed with code ${code}`;
    settling.end(how);
    meter.lost(how);
  };
  return {
    operations,
    close() {
      settling.end('the connection is closed');
      io.destroy();
    },
  };
}
