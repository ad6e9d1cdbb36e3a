import { addressOf } from '../../../bench-workers/address.ts';
import { bodyOf, inTime, refused, unreadableBody } from '../../../bench-workers/guard/body.ts';
import { lookAt } from '../../../bench-workers/guard/look-at.ts';
import { checkOrpcInput } from './check.ts';

type Handled = { matched: true; response: Response } | { matched: false; response: undefined };

/** Answers a call over HTTP by oRPC’s own handler, once its body was looked at. */
export async function answerRequest(
  request: Request,
  seconds: number,
  handle: (checked: Request, prefix: `/${string}`) => Promise<Handled>,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const isQuery = request.method === 'GET';
  const body = isQuery ? (searchParams.get('data') ?? '') : await bodyOf(request);
  if (typeof body !== 'string') return body;
  const wrong = lookAt(body, checkOrpcInput);
  if (wrong !== undefined) return refused(wrong);
  const prefix = addressOf(request).base.slice(1);
  const headers = { 'Content-Type': 'application/json' };
  const checked = isQuery ? request : new Request(request.url, { method: 'POST', body, headers });
  const answer = handle(checked, `/${prefix}`).then(
    ({ response }) => response ?? unreadableBody('a procedure of the contract'),
  );
  return inTime(answer, seconds);
}
