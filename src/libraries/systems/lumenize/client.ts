import { type Link, openSocket } from '../../../wire/links/link.ts';
import { callMethod, type Client, plainApi } from '../../../wire/service/api.ts';
import { Receiving } from '../../../wire/service/items.ts';
import type { ServiceMethods } from '../../../wire/service/service.ts';
import * as own from './rpc/client.ts';
import { DOWNSTREAM } from './system.ts';

/** The exports for clients that the npm package and the reimplementation share. */
export type Library = Pick<typeof own, 'createRpcClient' | 'createWebSocketTransport'>;

export const open = (link: Link): Promise<Client> => openBy(own, 'lumenize', link);

/**
 * A client of one of the two libraries over its WebSocket transport, opened before the first call.
 *
 * @param lead takes a call that only leads to another
 */
export async function openBy(
  library: Library,
  system: string,
  { arm, object, origin, WebSocketClass }: Link,
  lead = <Call extends Promise<unknown>>(call: Call): Call => call,
): Promise<Client> {
  let isClosed = false;
  let opening: Promise<WebSocket> | undefined;
  /** Tells how the transport’s socket opens. After the end, it keeps a later call from opening another. */
  class Watched extends WebSocketClass {
    constructor(url: string, protocols?: string | string[]) {
      if (isClosed) throw new Error('call: got a closed client, expected an open one');
      super(url, protocols);
      opening = openSocket(this);
      // The calls that wait for a later socket hear how it opens.
      opening.catch(() => undefined);
    }
  }
  const clientId = crypto.randomUUID();
  const transport = library.createWebSocketTransport(arm, object, {
    baseUrl: origin,
    prefix: `/bench/${system}`,
    WebSocketClass: Watched,
    clientId: arm === DOWNSTREAM ? clientId : undefined,
  });
  let receiving: Receiving | undefined;
  const onDownstream = (item: unknown) => receiving?.take(item);
  const client = library.createRpcClient<ServiceMethods>({
    transport,
    clientId: arm === DOWNSTREAM ? clientId : undefined,
    onDownstream: arm === DOWNSTREAM ? onDownstream : undefined,
  });
  const connecting = transport.connect?.();
  // It may reject sooner than the socket’s close, which says more.
  connecting?.catch(() => undefined);
  await opening;
  await connecting;
  /** The items of a stream come downstream until the call that asked for it is answered. */
  const down = async (shape: Receiving['shape']) => {
    const stream = new Receiving(shape);
    receiving = stream;
    await client.down(shape);
    return stream.received();
  };
  return {
    operations: {
      ...plainApi(
        (method, args) => callMethod(client, method, args),
        arm === DOWNSTREAM ? { down } : {},
      ),
      chain() {
        const start = lead(client.cursor());
        const next = lead(start.next());
        return next.position();
      },
      nested: () => client.add(lead(client.increment(1)), lead(client.increment(1))),
    },
    close() {
      isClosed = true;
      // A client that listens would connect again.
      transport.setKeepAlive(false);
      client[Symbol.dispose]();
    },
  };
}
