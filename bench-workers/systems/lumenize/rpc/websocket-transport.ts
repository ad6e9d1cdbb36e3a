import { decode, frameType, isObject, SUBPROTOCOL, type ResultItem } from './protocol.ts';

/** How to reach one object over a WebSocket. */
export interface WebSocketTransportOptions {
  /** Origin of the server: `https://example.org`. */
  baseUrl: string;
  /** Address prefix, `__rpc` unless the server was configured otherwise. */
  prefix?: string;
  /** Socket class, the global one unless given. */
  WebSocketClass?: new (url: string, protocols?: string | string[]) => WebSocket;
}

/** What a client sends frames through. */
export interface Transport {
  /** `type` of the frames of this transport. */
  readonly type: string;
  /** Opens the socket unless it is open; rejects when it does not open. */
  connect(): Promise<void>;
  /** Sends the text of a frame, connecting first where needed. */
  send(text: string): Promise<void> | void;
  /** Where answers go; and, once the socket is gone, the reason. */
  listen(listener: TransportListener): void;
  close(): void;
}

export interface TransportListener {
  onResults(results: ResultItem[]): void;
  onLost(error: Error): void;
}

/**
 * A transport to `{baseUrl}/{prefix}/{binding}/{instance}/call`. It connects on the first call,
 * or when told to, and again on the first call after a drop.
 */
export function createWebSocketTransport(
  binding: string,
  instance: string,
  options: WebSocketTransportOptions,
): Transport {
  const type = frameType(options.prefix ?? '__rpc');
  const WebSocketClass = options.WebSocketClass ?? WebSocket;
  const base = options.baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '');
  const address = `${base}/${type}/${encodeURIComponent(binding)}/${encodeURIComponent(instance)}/call`;
  let listener: TransportListener | undefined;
  let socket: WebSocket | undefined;
  let opening: Promise<void> | undefined;

  function open(): Promise<void> {
    const fresh = new WebSocketClass(address, [SUBPROTOCOL]);
    socket = fresh;
    fresh.addEventListener('message', (event: MessageEvent<unknown>) => {
      try {
        listener?.onResults(readResults(event.data, type));
      } catch (error) {
        listener?.onLost(new Error('an answer could not be read', { cause: error }));
        fresh.close();
      }
    });
    opening = new Promise((resolve, reject) => {
      fresh.addEventListener('open', () => resolve());
      fresh.addEventListener('close', (event) => {
        const error = new Error(`the socket closed with code ${event.code}`);
        reject(error);
        if (socket !== fresh) return;
        socket = undefined;
        listener?.onLost(error);
      });
    });
    return opening;
  }

  return {
    type,
    connect: () => (socket === undefined ? open() : (opening ?? open())),
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) {
        socket.send(text);
        return;
      }
      return this.connect().then(() => socket?.send(text));
    },
    listen(added) {
      listener = added;
    },
    close() {
      const closing = socket;
      socket = undefined;
      closing?.close();
      listener?.onLost(new Error('the client was closed'));
    },
  };
}

function readResults(data: unknown, type: string): ResultItem[] {
  const message = typeof data === 'string' ? decode(data) : undefined;
  if (!isObject(message) || message['type'] !== type || !Array.isArray(message['batch'])) {
    throw new TypeError(`frame: expected {"type": ${JSON.stringify(type)}, "batch": array}`);
  }
  return message['batch'] as ResultItem[];
}
