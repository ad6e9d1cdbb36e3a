/**
 * The reach of a client. The published server hands out the whole object, storage and environment
 * included; this one runs the methods of one plain object, and members that were declared public.
 */
import {
  isChain,
  isObject,
  MAX_ARGS,
  MAX_DEPTH,
  NESTED_KEY,
  type NestedOperation,
  replaceDeep,
  type Step,
} from './protocol.ts';

/** Functions that a client may call which got them in a result. */
export const publicFunctions = new WeakSet<object>();

/**
 * Members of classes whose instances a method may return, by the prototype of the class. A getter
 * is read when an instance travels.
 */
export const publicMembers = new WeakMap<object, readonly string[]>();

/** The public members of a value’s class. */
export function membersOf(value: object): readonly string[] {
  return publicMembers.get(Object.getPrototypeOf(value) as object) ?? [];
}

/** What a step of a chain leads to. */
interface Member {
  value: unknown;
  /** The object that a public function belongs to. */
  self?: object;
}

/**
 * Reads a member of the target or of what it returned.
 *
 * @throws TypeError naming a key that is out of reach
 */
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
 * @param argsOf what the arguments of a call become before it is made
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

/** Whether a value stands for a call that serves as an argument. */
function isNested(value: unknown): value is NestedOperation {
  return isObject(value) && value[NESTED_KEY] === true;
}

/** Runs a chain. */
export type Run = (steps: readonly Step[]) => Promise<unknown>;

/** Makes a runner for one frame: a call that is an argument is run once, however often it stands there. */
export function runnerOf(target: object, text: string): Run {
  const hasNested = text.includes(NESTED_KEY);
  /**
   * Results by reference, or by the call itself where it has none: an alias of one object is one
   * call. Undefined while the call is under way.
   */
  const results = new Map<unknown, Promise<unknown> | undefined>();
  const run: Run = (steps) => runChain(target, steps, hasNested ? resolved : undefined);

  /** The arguments with the result of each call in its place. */
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
    // A chain of no steps would hand the object itself to one of its methods.
    if ((id !== undefined && typeof id !== 'string') || !isChain(chain) || chain.length === 0) {
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
