import { textOf, unreadableBody } from '../../../bench-workers/guard/requests.ts';
import { addressOf } from '../../../bench-workers/http.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { counterMethods } from '../../service/api.ts';

/** Characters of a method’s name that an error repeats. */
const LONGEST_NAME = 80;

/**
 * Answers one call: what the address has behind the object names the method, the body is a list of
 * its arguments. The answer is `{"result":2}`, or with status 400
 * `{"error":{"name":"TypeError","message":"…"}}`.
 */
export async function callJson<Name extends string>(
  request: Request,
  service: Readonly<Record<Name, unknown>>,
  methods: readonly Name[],
): Promise<Response> {
  const body = await textOf(request, undefined);
  if (typeof body !== 'string') return body;
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
    return Response.json({ result: result ?? null });
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    const status = method === undefined ? 404 : 400;
    return Response.json({ error: { name: kind, message } }, { status });
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

/** The server half of plain requests: parse, call the service, answer. */
export class FetchJsonObject extends BenchObject {
  protected override serve(request: Request): Promise<Response> {
    return callJson(request, this.service, counterMethods);
  }
}
