import { probeMethods } from './methods.ts';
import type { ProbeService } from './service.ts';

/** Answers one frame of the hand-written floor: parse, call, answer. */
export async function answerRaw(
  service: ProbeService,
  message: string | ArrayBuffer,
): Promise<string> {
  let id: unknown = -1;
  try {
    const call = JSON.parse(String(message)) as { id: number; method: string; args: unknown[] };
    id = call.id;
    const method = probeMethods.find((name) => name === call.method);
    if (method === undefined) throw new TypeError(`method: got ${JSON.stringify(call.method)}`);
    const implementation = service[method] as (...args: unknown[]) => unknown;
    return JSON.stringify({ id, result: await implementation.apply(service, call.args) });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ id, error: { name, message: text } });
  }
}
