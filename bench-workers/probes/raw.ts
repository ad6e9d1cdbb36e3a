import { probeMethods } from './methods.ts';
import type { ProbeService } from './service.ts';

/** Answers one frame of the hand-written floor: parse, call, answer. */
export async function answerRaw(service: ProbeService, message: string): Promise<string> {
  let id: unknown = -1;
  try {
    const call = JSON.parse(message) as { id: number; method: string; args: unknown[] };
    id = call.id;
    const method = probeMethods.find((name) => name === call.method);
    if (method === undefined) throw new TypeError(`method: got ${JSON.stringify(call.method)}`);
    const implementation = Reflect.get(service, method) as (...args: unknown[]) => unknown;
    const result: unknown = await implementation.apply(service, call.args);
    return JSON.stringify({ id, result });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ id, error: { name, message: text } });
  }
}
