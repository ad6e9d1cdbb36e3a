import { addressOf } from '../../../bench-workers/address.ts';
import { bodyOf, refused, unreadableBody } from '../../../bench-workers/guard/body.ts';
import { lookAt } from '../../../bench-workers/guard/look-at.ts';
import type { Answer } from './protocol.ts';

/** Characters of a method’s name that an error repeats. */
const LONGEST_NAME = 80;

/**
 * Answers one call: what the address has behind the object names the method, the body is a list of
 * its arguments.
 */
export async function callJson<Name extends string>(
  request: Request,
  service: Readonly<Record<Name, unknown>>,
  methods: readonly Name[],
): Promise<Response> {
  const body = await bodyOf(request);
  if (typeof body !== 'string') return body;
  const wrong = lookAt(body, undefined);
  if (wrong !== undefined) return refused(wrong);
  const args = readArguments(body);
  if (args === undefined) return unreadableBody('a JSON list of arguments');
  const { path: name } = addressOf(request);
  const method = methods.find((each) => each === name);
  try {
    if (method === undefined) {
      const got = JSON.stringify(name.slice(0, LONGEST_NAME));
      throw new TypeError(`method: got ${got}, expected one of ${methods.join(', ')}`);
    }
    const implementation = service[method] as (...given: unknown[]) => unknown;
    const result: unknown = await implementation.apply(service, args);
    return answer({ result: result ?? null }, 200);
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    return answer({ error: { name: kind, message } }, method === undefined ? 404 : 400);
  }
}

function readArguments(body: string): unknown[] | undefined {
  try {
    const args: unknown = JSON.parse(body);
    return Array.isArray(args) ? (args as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const answer = (body: Answer, status: number): Response => Response.json(body, { status });
