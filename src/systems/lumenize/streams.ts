import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { jsonError } from '../../../bench-workers/http.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import { checkLumenize } from './check.ts';
import { handleRpcMessage, sendDownstream, SUBPROTOCOL } from './rpc/server.ts';

/** What a client may call. */
export const streamNames = ['down', 'passed'] as const;

/** What both the published library and this site’s implementation export for those who accept sockets themselves. */
interface Library {
  handleRpcMessage(
    socket: WebSocket,
    message: string | ArrayBuffer,
    object: object,
    config: { prefix: string; publicMethods: readonly string[]; maxDepth: number },
  ): Promise<boolean>;
  sendDownstream(clientId: string, object: object, payload: unknown): Promise<unknown>;
}

const CONFIG = {
  prefix: '/bench/streams',
  publicMethods: streamNames,
  maxDepth: limits.message.steps,
};

/** Streams of calls whose items go to their client downstream, by the id that it opened its socket with. */
export function downstream(library: Library, check: Check): StreamServer {
  return {
    open(request, { upgrade, ctx }) {
      const offered = request.headers.get('Sec-WebSocket-Protocol') ?? '';
      const most = limits.message.subprotocol;
      if (offered.length > most) {
        const got = `got ${offered.length} characters`;
        return jsonError(400, 'subprotocol', `subprotocol: ${got}, expected at most ${most}`);
      }
      const [, clientId = ''] = /lumenize\.rpc\.clientId\.([^\s,]+)/.exec(offered) ?? [];
      const headers = new Headers({ 'Sec-WebSocket-Protocol': SUBPROTOCOL });
      return upgrade((socket) => ctx.acceptWebSocket(socket, [clientId]), headers);
    },
    sleeping: {
      check,
      take(socket, message, { streams, ctx }) {
        const target = {
          ctx,
          async down(asked: unknown, clientId: string): Promise<void> {
            for await (const item of streams.down(asked)) {
              await library.sendDownstream(clientId, target, item);
            }
          },
          passed: () => streams.passed(),
        };
        return library.handleRpcMessage(socket, message, target, CONFIG);
      },
    },
  };
}

export const streamServer = downstream({ handleRpcMessage, sendDownstream }, checkLumenize);
