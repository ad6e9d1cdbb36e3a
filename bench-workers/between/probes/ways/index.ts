/** How each way is opened, by the id of its system: a file each. */
import { capnweb } from './capnweb.ts';
import { fetchJson } from './fetch-json.ts';
import { lumenize } from './lumenize.ts';
import { rawWebSocket } from './raw-websocket.ts';
import type { Kits } from '../kit.ts';
import type { Open } from './way.ts';
import { workersRpc } from './workers-rpc.ts';

export const opens: { readonly [W in keyof Kits]: Open<Awaited<ReturnType<Kits[W]['connect']>>> } =
  {
    'workers-rpc': workersRpc,
    'fetch-json': fetchJson,
    'raw-websocket': rawWebSocket,
    capnweb,
    lumenize,
  };
