import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { HibernationPlugin } from '@orpc/server/hibernation';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import { RPCHandler as SocketHandler } from '@orpc/server/websocket';
import { inTime, textOf, unreadableBody } from '../../../bench-workers/guard/requests.ts';
import { addressOf, armOf } from '../../../bench-workers/http.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import { BenchObject, type Message } from '../../../bench-workers/object.ts';
import { checkOrpc, checkOrpcBatch, checkOrpcInput } from './check.ts';
import { router } from './router.ts';
import { HTTP_BATCH } from './system.ts';

type Handled = { matched: true; response: Response } | { matched: false; response: undefined };

/** By this the library’s plugins tell a batch, and how it is to be answered: as a stream unless `buffered`. */
const BATCH = 'x-orpc-batch';

/**
 * Answers a call over HTTP by oRPC’s own handler, once its input was checked.
 *
 * @param batches whether it may be a batch of them
 */
export async function answerRequest(
  request: Request,
  seconds: number,
  handle: (checked: Request, prefix: `/${string}`) => Promise<Handled>,
  batches = false,
): Promise<Response> {
  const isBatch = batches && request.method === 'POST' && request.headers.has(BATCH);
  const body = await textOf(request, isBatch ? checkOrpcBatch : checkOrpcInput, 'data');
  if (typeof body !== 'string') return body;
  const prefix = addressOf(request).base.slice(1);
  const headers = {
    'Content-Type': 'application/json',
    ...(isBatch && { [BATCH]: request.headers.get(BATCH) ?? '' }),
  };
  const checked =
    request.method === 'GET'
      ? request
      : new Request(request.url, { method: 'POST', body, headers });
  const answer = handle(checked, `/${prefix}`).then(
    ({ response }) => response ?? unreadableBody('a procedure of the contract'),
  );
  return inTime(answer, seconds);
}

const handlers = {
  socket: new SocketHandler(router, { plugins: [new HibernationPlugin()] }),
  fetch: new FetchHandler(router, { plugins: [new BatchHandlerPlugin()] }),
};

/** oRPC’s server half: its handlers over the service, with both kinds of socket and over HTTP. */
export class OrpcObject extends BenchObject {
  protected override readonly check = checkOrpc;

  protected override serve(request: Request): Response | Promise<Response> {
    const given = { context: { counter: this.service } };
    if (request.headers.get('Upgrade') === null) {
      return answerRequest(
        request,
        limits.answerSeconds.arms,
        (checked, prefix) => handlers.fetch.handle(checked, { ...given, prefix }),
        armOf(request) === HTTP_BATCH,
      );
    }
    return this.upgrade((socket) => this.accept(request, socket));
  }

  override webSocketClose(socket: WebSocket, code: number): void | Promise<void> {
    handlers.socket.close(socket);
    return super.webSocketClose(socket, code);
  }

  protected override take(socket: WebSocket, message: Message): void {
    const { policy } = closeCodes;
    if (typeof message !== 'string') return this.end(socket, policy, 'expected text frames');
    handlers.socket.message(socket, message, { context: { counter: this.service } }).catch(() => {
      // What is no message of the protocol, or has no answer that could be sent.
      this.end(socket, policy, 'expected a message of oRPC');
    });
  }
}
