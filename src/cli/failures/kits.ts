/** The clients of a configuration, as the documentation of its library sets them up. */
import { WebSocket as PartySocket } from 'partysocket';
import type { Configuration } from '../../matrix/failures/cases.ts';
import type { WebSocketClass } from '../../core/plan/index.ts';
import { kitOf } from '../../matrix/questions/ask.ts';
import type { BenchKit } from '../../matrix/questions/kit.ts';

/** Where a trial takes place. */
export interface Place {
  configuration: Configuration;
  /** Origin of the bench, and of the proxy in front of it. */
  direct: string;
  proxied: string;
}

/**
 * The clients of a library, for one object.
 *
 * @param onSocket hears of each socket that its client opens, through the proxy; others go past it
 */
export function watchedKit(
  { configuration, direct, proxied }: Place,
  object: string,
  onSocket?: (socket: WebSocket) => void,
): Promise<BenchKit> {
  const { system, partysocket } = configuration;
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
  return kitOf(system, { origin, WebSocketClass: Watched, object });
}
