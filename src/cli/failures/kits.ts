/** The clients of a configuration, as the documentation of its library sets them up. */
import { WebSocket as PartySocket } from 'partysocket';
import type { Configuration } from '../../failures/cases.ts';
import { linkTo } from '../../links/link.ts';
import type { WebSocketClass } from '../../links/socket.ts';
import { loadSystem } from '../../questions/ask.ts';
import type { BenchKit } from '../../questions/kit.ts';
import { findIn, systems } from '../../systems/index.ts';

/** Where a trial takes place. */
export interface Place {
  configuration: Configuration;
  /** Origin of the bench, and of the proxy in front of it. */
  direct: string;
  proxied: string;
}

/** Clients of the library can listen by a function that the server keeps. */
export const subscribes = ({ system }: Configuration): boolean =>
  ['capnweb', 'kkrpc'].includes(system);

/**
 * The clients of a library, for one object.
 *
 * @param onSocket hears of each socket that its client opens, through the proxy; others go past it
 */
export async function kitOf(
  { configuration, direct, proxied }: Place,
  object: string,
  onSocket?: (socket: WebSocket) => void,
): Promise<BenchKit> {
  const { system, partysocket } = configuration;
  const { code, open } = await loadSystem(system);
  const { probed: arm = '', addressSuffix: suffix } = findIn('system', systems, system);
  // Its own type says more of its events than the standard’s.
  const Reconnecting = PartySocket as unknown as WebSocketClass;
  const Base = onSocket !== undefined && partysocket ? Reconnecting : WebSocket;
  class Watched extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      onSocket?.(this);
    }
  }
  const origin = onSocket === undefined ? direct : proxied;
  const link = linkTo({ system, arm, suffix }, { origin, WebSocketClass: Watched, object });
  return { system, link, code, ...open(link) };
}
