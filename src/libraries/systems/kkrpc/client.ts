import { RPCChannel } from 'kkrpc/browser';
import type { Link } from '../../../wire/links/link.ts';
import { Pending } from '../../../wire/links/pending.ts';
import { callMethod, type Client } from '../../../wire/service/api.ts';
import { clientOver, serializationOf, SocketIo } from './channel.ts';

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export async function open(link: Link): Promise<Client> {
  const socket = await link.socket();
  // The library leaves calls pending for ever once their socket closes: this bench ends them itself.
  const pending = new Pending();
  socket.addEventListener('close', ({ code }) => {
    pending.end(new Error(`the socket closed with code ${code}`));
  });
  const { expose, operations } = clientOver((method, args) =>
    pending.settle(() => callMethod(remote, method, args)),
  );
  const remote = new RPCChannel<typeof expose, object>(SocketIo.over(socket), {
    expose,
    serialization: serializationOf(link.arm),
  }).getAPI();
  return { operations, close: () => socket.close() };
}
