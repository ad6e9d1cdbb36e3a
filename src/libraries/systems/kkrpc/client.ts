import { RPCChannel } from 'kkrpc/browser';
import type { Link } from '../../../wire/links/link.ts';
import { Pending } from '../../../wire/links/pending.ts';
import { callMethod, type Client, plainApi } from '../../../wire/service/api.ts';
import { Receiving } from '../../../wire/service/items.ts';
import type { Called } from '../../../wire/service/objects.ts';
import { type ClientOffer, serializationOf, SocketIo } from './channel.ts';

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export async function open(link: Link): Promise<Client> {
  const socket = await link.socket();
  const functions = new Map<number, Called>();
  const expose: Omit<ClientOffer, 'clientName'> = {
    run: (given, index) => (functions.get(given) as Called)(index),
  };
  const channel = new RPCChannel<typeof expose, object>(SocketIo.over(socket), {
    expose,
    serialization: serializationOf(link.arm),
  });
  const remote = channel.getAPI();
  // The library leaves calls pending for ever once their socket closes: this bench ends them itself.
  const pending = new Pending();
  socket.addEventListener('close', ({ code }) => {
    pending.end(new Error(`the socket closed with code ${code}`));
  });
  const callOf = (method: string, args: readonly unknown[]): Promise<never> =>
    pending.settle(() => callMethod(remote, method, args));
  let last = 0;
  return {
    operations: plainApi(callOf, {
      async calledBack(count, call) {
        const given = (last += 1);
        functions.set(given, call);
        try {
          return await callOf('calledBack', [count, given]);
        } finally {
          functions.delete(given);
        }
      },
      async down(shape) {
        const receiving = new Receiving(shape);
        await callOf('downTo', [shape, (item: string) => receiving.take(item)]);
        return receiving.received();
      },
    }),
    close: () => socket.close(),
  };
}
