import { newHttpBatchRpcResponse } from 'capnweb';
import { bodyOf, inTime, refused, unreadableBody } from '../../../bench-workers/guard/body.ts';
import { lookAt } from '../../../bench-workers/guard/look-at.ts';
import { CapnwebSession } from './check.ts';

/**
 * Answers a batch of Cap’n Web over HTTP: with 400 where it passes a limit or cannot be read, with 504
 * where there is no answer within so many seconds.
 */
export async function answerBatch(
  request: Request,
  main: object,
  seconds: number,
): Promise<Response> {
  const body = await bodyOf(request);
  if (typeof body !== 'string') return body;
  const session = new CapnwebSession();
  const wrong = lookAt(body, (text, costs) =>
    session.checkBatch(text === '' ? [] : text.split('\n'), costs),
  );
  if (wrong !== undefined) return refused(wrong);
  try {
    const checked = new Request(request.url, { method: 'POST', body });
    return await inTime(newHttpBatchRpcResponse(checked, main), seconds);
  } catch {
    return unreadableBody('a batch of Cap’n Web');
  }
}
