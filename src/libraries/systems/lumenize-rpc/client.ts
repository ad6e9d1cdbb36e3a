import * as library from '#lumenize-rpc/library';
import type { Link } from '../../../wire/links/link.ts';
import type { Client } from '../../../wire/service/api.ts';
import { openBy } from '../lumenize/client.ts';

export const open = (link: Link): Promise<Client> => openBy(library, 'lumenize-rpc', link, handled);

/** A call that only leads to another: the library rejects it as well when the connection is lost. */
function handled<Call extends Promise<unknown>>(call: Call): Call {
  call.catch(() => undefined);
  return call;
}
