import { RPCChannel, StreamingRPCChannel, webSocketTransport } from '#kkrpc-2/library';
import type { Link } from '../../../wire/links/link.ts';
import { callMethod, type Client } from '../../../wire/service/api.ts';
import { Receiving, type Shape } from '../../../wire/service/items.ts';
import { type ClientOffer, clientOver } from '../kkrpc/channel.ts';
import { STREAM } from './system.ts';

/** The server’s methods that its clients do not call by name. */
type Remote = ClientOffer & { down(shape: Shape): AsyncIterable<unknown> };

/** A channel over one socket, by the library’s own transport. Calls end with their socket. */
export async function open(link: Link): Promise<Client> {
  const socket = await link.socket();
  const { expose, operations } = clientOver((method, args) => callMethod(remote, method, args));
  const Channel = link.arm === STREAM ? StreamingRPCChannel : RPCChannel;
  const channel = new Channel<Remote>(webSocketTransport(socket), { expose });
  const remote = channel.getAPI();
  if (link.arm === STREAM) {
    operations.down = (shape) => new Receiving(shape).all(remote.down(shape));
  }
  return { operations, close: () => channel.destroy() };
}
