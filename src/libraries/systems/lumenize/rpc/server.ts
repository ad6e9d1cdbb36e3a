/**
 * The server half: answers frames of a socket, and sends downstream. The published server hands out the whole object,
 * storage and environment included; this one runs the methods of one plain object, and members that were declared
 * public.
 */
import { postprocess, stringify } from '@lumenize/structured-clone';
import {
  type CallItem,
  DOWNSTREAM_TYPE,
  type Fields,
  isChain,
  isObject,
  NESTED_KEY,
  type NestedOperation,
  openFrame,
  PARSE_ERROR_ID,
  REMOTE_KEY,
  replaceDeep,
  type ResultItem,
  type Step,
} from './protocol.ts';

/**
 * Answers a frame: runs its calls in order. A call that fails does not stop the others. The answer to an unreadable
 * frame is a single item with the id `parse-error`.
 *
 * @param target a plain object, whose functions are the methods
 * @param type the address prefix without its outer slashes
 * @param mostChains most chains of a frame, those of calls as arguments included
 * @returns undefined for a message of another protocol, which the same socket may carry
 */
export function answerFrame(
  target: object,
  text: string,
  type: string,
  mostChains = Infinity,
): Promise<string> | undefined {
  const frame = openFrame(text);
  if (frame?.json['type'] !== type) return undefined;
  try {
    const calls = callsIn(postprocess(frame));
    if (calls.length > mostChains) {
      throw new RangeError(`frame: got ${calls.length} calls, expected at most ${mostChains}`);
    }
    return answerCalls(calls, runnerOf(target, text, mostChains), type);
  } catch (error) {
    const batch = [{ id: PARSE_ERROR_ID, success: false, error }];
    return Promise.resolve(stringify({ type, batch }));
  }
}

async function answerCalls(calls: readonly CallItem[], run: Run, type: string): Promise<string> {
  const batch: ResultItem[] = [];
  for (const { id, operations } of calls) {
    try {
      batch.push({ id, success: true, result: withPaths(await run(operations), operations) });
    } catch (error) {
      batch.push({ id, success: false, error });
    }
  }
  try {
    return stringify({ type, batch });
  } catch {
    return stringify({ type, batch: batch.map(orFailed) });
  }
}

/** An item, or the failure of its call if it cannot be sent. */
function orFailed(item: ResultItem): ResultItem {
  try {
    stringify(item);
    return item;
  } catch (error) {
    return { id: item.id, success: false, error };
  }
}

function callsIn(message: unknown): readonly CallItem[] {
  const batch = isObject(message) ? message['batch'] : undefined;
  if (Array.isArray(batch) && batch.every(isCall)) return batch;
  throw new TypeError(
    'frame: expected {"batch": [{"id": string, "operations": steps}]}, and one step or more: {"type":"get","key":string|number} or {"type":"apply","args":array}',
  );
}

function isCall(item: unknown): item is CallItem {
  return isObject(item) && typeof item['id'] === 'string' && isChain(item['operations']);
}

// Calls that are arguments of others.

/** True for a call that is an argument. */
function isNested(value: unknown): value is NestedOperation {
  return isObject(value) && value[NESTED_KEY] === true;
}

/** Runs a chain. */
type Run = (steps: readonly Step[]) => Promise<unknown>;

/** Makes a runner for one frame. It runs a call that is an argument once, however often the frame has it. */
function runnerOf(target: object, text: string, mostChains: number): Run {
  const hasNested = text.includes(NESTED_KEY);
  /** Results by reference, or else by the call itself. Undefined while the call is under way. */
  const results = new Map<unknown, Promise<unknown> | undefined>();
  let chains = 0;
  const run: Run = async (steps) => {
    chains += 1;
    if (chains > mostChains) {
      throw new RangeError(`frame: got more calls, expected at most ${mostChains}`);
    }
    return runChain(target, steps, hasNested ? resolved : undefined);
  };

  /** The arguments with each call replaced by its result. */
  async function resolved(args: readonly unknown[]): Promise<readonly unknown[]> {
    const found = new Map<unknown, unknown>();
    replaceDeep(args, (value) => {
      if (!isNested(value)) return undefined;
      found.set(value, undefined);
      return { value };
    });
    // One after the other, as the calls of a batch are.
    for (const nested of found.keys()) found.set(nested, await resultOf(nested as NestedOperation));
    return replaceDeep(args, (value) =>
      found.has(value) ? { value: found.get(value) } : undefined,
    ) as unknown[];
  }

  async function resultOf(nested: NestedOperation): Promise<unknown> {
    const { __refId: id, __operationChain: chain } = nested;
    const call = id ?? nested;
    if (results.has(call)) {
      const known = results.get(call);
      // Calls run one after the other, so one that is under way has come upon itself.
      if (known === undefined) throw new TypeError('argument: got a call inside itself');
      return known;
    }
    if ((id !== undefined && typeof id !== 'string') || !isChain(chain)) {
      const got = String(JSON.stringify(id)).slice(0, 80);
      throw new TypeError(
        `argument: got the reference ${got} without a chain that can be read, expected {"__refId": string, "__operationChain": steps}`,
      );
    }
    results.set(call, undefined);
    const result = Promise.resolve().then(() => run(chain));
    await result.catch(() => undefined);
    results.set(call, result);
    return result;
  }

  return run;
}

/** A result with the path that leads to it instead of each function. */
function withPaths(result: unknown, steps: readonly Step[]): unknown {
  return replaceDeep(result, (value, path) => {
    if (typeof value === 'function') {
      const last = path?.at(-1);
      const __functionName = typeof last === 'string' ? last : value.name || 'anonymous';
      const __operationChain = [...steps, ...(path ?? []).map((key) => ({ type: 'get', key }))];
      // Inside a Map or a Set no path leads to it.
      return path && { value: { [REMOTE_KEY]: true, __operationChain, __functionName } };
    }
    const names = membersOf(value);
    if (names.length === 0) return undefined;
    const members: Fields = { ...value };
    for (const name of names) members[name] = Reflect.get(value, name);
    return { copyOf: members };
  });
}

// The reach of a client.

/** Most steps of one chain, and most arguments of one call. */
const MAX_DEPTH = 50;
const MAX_ARGS = 100;

/** Functions that a client may call once it got them in a result. */
export const publicFunctions = new WeakSet<object>();

/** Public members of classes, by their prototypes. A getter is read when an instance is sent. */
export const publicMembers = new WeakMap<object, readonly string[]>();

/** The public members of a value’s class. */
function membersOf(value: object): readonly string[] {
  return publicMembers.get(Object.getPrototypeOf(value) as object) ?? [];
}

/** The value at a step of a chain. */
interface Member {
  value: unknown;
  /** The object that a public function belongs to. */
  self?: object;
}

/** Reads a member of the target or of a result. @throws TypeError naming a key that is out of reach */
function readMember(target: object, from: unknown, key: string | number): Member {
  const name = String(key);
  if (isObject(from)) {
    const property = Object.getOwnPropertyDescriptor(from, name);
    const isData = property !== undefined && 'value' in property && property.enumerable === true;
    const isDeclared = membersOf(from).includes(name) || (from === target && isData);
    if (isData || isDeclared || (Array.isArray(from) && name === 'length')) {
      const value: unknown = Reflect.get(from, name);
      return isDeclared || isPublicFunction(value) ? { value, self: from } : { value };
    }
  }
  const methods = Object.keys(target).join(', ');
  const [place, known] =
    from === target ? ['a public method', methods] : ['in the result', 'its own fields'];
  throw new TypeError(`${JSON.stringify(name)} is not ${place}, expected one of ${known}`);
}

function isPublicFunction(value: unknown): boolean {
  return typeof value === 'function' && publicFunctions.has(value);
}

/**
 * Runs a chain from the target, whose own functions are public.
 *
 * @param argsOf replaces the arguments of a call before it is made
 * @throws TypeError or RangeError naming the step that is not allowed
 */
async function runChain(
  target: object,
  steps: readonly Step[],
  argsOf?: (args: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<unknown> {
  if (steps.length > MAX_DEPTH) {
    throw new RangeError(`Operation chain too deep: ${steps.length} > ${MAX_DEPTH} steps`);
  }
  for (const step of steps) {
    if (step.type === 'apply' && step.args.length > MAX_ARGS) {
      throw new RangeError(`Too many arguments: ${step.args.length} > ${MAX_ARGS}`);
    }
  }
  let member: Member = { value: target };
  for (const step of steps) {
    if (step.type === 'get') {
      member = readMember(target, member.value, step.key);
      continue;
    }
    const { value, self } = member;
    if (typeof value !== 'function' || (self === undefined && !isPublicFunction(value))) {
      throw new TypeError('chain: got a call of something that is no public method');
    }
    const args = argsOf ? await argsOf(step.args) : step.args;
    member = { value: (await Reflect.apply(value, self, args)) as unknown };
  }
  return member.value;
}

/** Sends a message to every open socket of some clients of a Durable Object. Clients that are away miss it. */
export function sendDownstream(
  clientIds: string | readonly string[],
  { ctx }: { ctx: { getWebSockets(tag: string): Array<Pick<WebSocket, 'send'>> } },
  payload: unknown,
): void {
  const text = stringify({ type: DOWNSTREAM_TYPE, payload });
  for (const socket of new Set([clientIds].flat().flatMap((id) => ctx.getWebSockets(id)))) {
    try {
      socket.send(text);
    } catch {
      // It is closing; the others are none the worse for it.
    }
  }
}
