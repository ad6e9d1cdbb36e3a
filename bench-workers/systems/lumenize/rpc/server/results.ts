/** Results on their way to the client: what is a function there becomes the path that leads to it. */
import { encode, encodePlain } from '../protocol/codec.ts';
import { publicMembers } from './expose.ts';
import { FUNCTIONS, Look, PLAIN, SPECIAL, type Need } from '../protocol/plain.ts';
import type { RemoteFunction, ResultItem, Step } from '../protocol/protocol.ts';
import { replaceDeep, type Key } from '../protocol/replace.ts';

/** The answer to one call with the steps that led to it. */
export interface Answer {
  item: ResultItem;
  steps: readonly Step[];
}

const hasPublicMembers = (value: object): boolean => publicMembers(value).length > 0;

/** The text of the frame that answers a batch. A result that cannot travel fails its call alone. */
export function encodeAnswers(type: string, answers: readonly Answer[]): string {
  const need = needOf(answers);
  if (need === PLAIN) return encodePlain({ type, batch: answers.map(({ item }) => item) });
  const batch = need === FUNCTIONS ? answers.map(travelling) : answers.map(({ item }) => item);
  try {
    return encode({ type, batch });
  } catch {
    return encode({ type, batch: batch.map((item) => ensureTravels(item, type)) });
  }
}

function needOf(answers: readonly Answer[]): Need {
  const look = new Look(hasPublicMembers);
  let most: Need = PLAIN;
  try {
    for (const { item } of answers) {
      const need = look.needOf(item.success ? item.result : item.error);
      if (need > most) most = need;
    }
  } catch {
    // A value too deep to look into, or one whose getter throws: its own item will say so.
    return SPECIAL;
  }
  return most;
}

function travelling({ item, steps }: Answer): ResultItem {
  if (!item.success) return item;
  try {
    return { ...item, result: withoutFunctions(item.result, steps) };
  } catch (error) {
    return { id: item.id, success: false, error };
  }
}

function ensureTravels(item: ResultItem, type: string): ResultItem {
  try {
    encode({ type, batch: [item] });
    return item;
  } catch (error) {
    return { id: item.id, success: false, error };
  }
}

function withoutFunctions(result: unknown, steps: readonly Step[]): unknown {
  return replaceDeep(result, (value, path) => {
    if (typeof value === 'function') {
      return { value: remoteFunction(value.name, steps, path), descend: false };
    }
    if (typeof value !== 'object' || value === null || !hasPublicMembers(value)) return undefined;
    return { value: membersOf(value), descend: true };
  });
}

/** An instance as data: its own fields, and what its class made public. */
function membersOf(value: object): object {
  const members: Record<string, unknown> = { ...value };
  for (const name of publicMembers(value)) members[name] = Reflect.get(value, name);
  return members;
}

function remoteFunction(
  name: string,
  steps: readonly Step[],
  path: readonly Key[] | undefined,
): RemoteFunction {
  if (path === undefined) {
    throw new TypeError(
      `result: got the function ${name} inside a Map or a Set, expected it where a path leads to it`,
    );
  }
  const last = path.at(-1);
  return {
    __isRemoteFunction: true,
    __operationChain: [...steps, ...path.map((key): Step => ({ type: 'get', key }))],
    __functionName: typeof last === 'string' ? last : name || 'anonymous',
  };
}
