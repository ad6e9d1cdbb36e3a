import { newHttpBatchRpcResponse } from 'capnweb';
import { bodyOf, refused, unreadableBody } from '../../guard/body.ts';
import { limitPassed } from '../../guard/scan.ts';
import { closeCodes, limits, refusal } from '../../limits.ts';
import { CapnwebSession } from './check.ts';

/** Answers a batch of Cap’n Web over HTTP: with 400 where it passes a limit or cannot be read. */
export async function answerBatch(request: Request, main: object): Promise<Response> {
  const body = await bodyOf(request);
  if (typeof body !== 'string') return body;
  const passed = limitPassed(body, limits.message);
  if (passed !== undefined) {
    return refused(refusal(closeCodes.policy, `message.${passed}`, limits.message[passed]));
  }
  const wrong = body === '' ? undefined : new CapnwebSession().checkBatch(body.split('\n'));
  if (wrong !== undefined) return refused(wrong);
  try {
    return await newHttpBatchRpcResponse(new Request(request.url, { method: 'POST', body }), main);
  } catch {
    return unreadableBody('a batch of Cap’n Web');
  }
}
