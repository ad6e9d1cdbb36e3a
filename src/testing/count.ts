import '../cli/shared/identify.ts';
import { newWebSocketRpcSession } from 'capnweb';

/** Reads the counter behind an address that the page connected to, in its system's own protocol. */
export async function counterAt(address: string): Promise<number> {
  const system = new URL(address).pathname.split('/')[2] ?? '';
  const reader = readers[system];
  if (reader === undefined) throw new Error(`${address}: expected a system that is known here`);
  return reader(address);
}

const readers: Record<string, (address: string) => Promise<number>> = {
  'raw-websocket': async (address) => {
    const answer = await exchange(address, '{"id":1,"method":"getValue"}');
    return (JSON.parse(answer) as { result: number }).result;
  },
  lumenize: (address) => overLumenize(address, 'bench/lumenize'),
  'lumenize-rpc': (address) => overLumenize(address, 'bench/lumenize-rpc'),
  capnweb: async (address) => {
    using counter = newWebSocketRpcSession<{ getValue(): number }>(address);
    return await counter.getValue();
  },
};

/** The published library and this site’s implementation have one protocol, with the prefix in each frame. */
async function overLumenize(address: string, type: string): Promise<number> {
  const call = {
    id: '1',
    operations: [
      { type: 'get', key: 'getValue' },
      { type: 'apply', args: [] },
    ],
  };
  const frame = { json: { type, batch: [call] }, meta: {} };
  const answer = await exchange(address, JSON.stringify(frame), 'lumenize.rpc');
  const { json } = JSON.parse(answer) as { json: { batch: Array<{ result: number }> } };
  return json.batch[0]?.result ?? NaN;
}

function exchange(address: string, message: string, protocol?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, protocol);
    socket.addEventListener('open', () => socket.send(message));
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      resolve(event.data);
      socket.close();
    });
    socket.addEventListener('close', ({ code }) => reject(new Error(`closed with ${code}`)));
  });
}
