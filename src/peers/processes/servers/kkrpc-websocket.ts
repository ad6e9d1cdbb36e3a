import { RPCChannel, WebSocketServerIO } from 'kkrpc';
import { type AddressInfo, WebSocketServer } from 'ws';
import { type ProcessService, reach } from '../service.ts';
import { announce } from './announce.ts';

/** A server of the package `ws`, as the library’s documentation has it for all runtimes. */
export async function serve(service: ProcessService): Promise<void> {
  announce((await listen(service)).url);
}

/** @returns its address, and what stops it */
export async function listen(service: ProcessService): Promise<{ url: string; close: () => void }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    const io = new WebSocketServerIO(socket as unknown as WebSocket);
    new RPCChannel(io, { expose: reach(service) });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, close: () => server.close() };
}
