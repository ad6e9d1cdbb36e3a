import type { WebSocketClass } from '../../../harness/study.ts';

/** A socket class that remembers where it was last sent. */
export interface NotedSockets {
  WebSocketClass: WebSocketClass;
  /** Address of the newest socket; undefined before the first. */
  newest(): string | undefined;
}

/** Only the clients know their addresses; this notes them, so that a refused one can be asked why. */
export function noteAddresses(Base: WebSocketClass): NotedSockets {
  let newest: string | undefined;
  class NotingWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      newest = url;
      super(url, protocols);
    }
  }
  return { WebSocketClass: NotingWebSocket, newest: () => newest };
}
