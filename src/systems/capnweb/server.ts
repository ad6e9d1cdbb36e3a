import { newHttpBatchRpcResponse, newWebSocketRpcSession } from 'capnweb';
import { inTime, textOf, unreadableBody } from '../../../bench-workers/guard/requests.ts';
import { limits } from '../../../bench-workers/limits.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import {
  counterMethods,
  type CounterMethods,
  type CursorMethods,
} from '../../service/api.ts';
import { CapnwebSession } from './check.ts';
import { targetClass } from './target.ts';

/**
 * Answers a batch of Cap’n Web over HTTP: with 400 where it passes a limit or cannot be read, with 504
 * where there is no answer within so many seconds.
 */
export async function answerBatch(
  request: Request,
  main: object,
  seconds: number,
): Promise<Response> {
  const session = new CapnwebSession();
  const body = await textOf(request, (text, costs) =>
    session.checkBatch(text === '' ? [] : text.split('\n'), costs),
  );
  if (typeof body !== 'string') return body;
  try {
    const checked = new Request(request.url, { method: 'POST', body });
    return await inTime(newHttpBatchRpcResponse(checked, main), seconds);
  } catch {
    return unreadableBody('a batch of Cap’n Web');
  }
}

/** A cursor passed by reference: the client gets a stub of it. */
const CursorTarget = targetClass<CursorMethods>(['next', 'position'], {
  next: (cursor): object => new CursorTarget(cursor.next()),
});

/** What a client can reach: the counter’s methods and nothing else. */
const CounterTarget = targetClass<CounterMethods>(counterMethods, {
  cursor: (counter) => new CursorTarget(counter.cursor()),
});

/** Cap’n Web’s server half: a session over a socket that stays in memory, or one for each request. */
export class CapnwebObject extends BenchObject {
  protected override serve(request: Request): Response | Promise<Response> {
    const counter = new CounterTarget(this.service);
    if (request.method === 'POST') {
      return answerBatch(request, counter, limits.answerSeconds.arms);
    }
    return this.upgrade((socket) => {
      this.acceptInMemory(socket, new CapnwebSession().check);
      newWebSocketRpcSession(socket, counter);
    });
  }
}
