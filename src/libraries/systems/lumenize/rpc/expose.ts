/**
 * The reach of a client. The published server hands out the whole object, storage and environment
 * included; this one runs the methods of one plain object, and members that were declared public.
 */
import { isObject, type Step } from './protocol.ts';

/** Most steps of one chain, and most arguments of one call. */
const MAX_DEPTH = 50;
const MAX_ARGS = 100;

/** Functions that a client may call once it got them in a result. */
export const publicFunctions = new WeakSet<object>();

/** Public members of classes, by their prototypes. A getter is read when an instance is sent. */
export const publicMembers = new WeakMap<object, readonly string[]>();

/** The public members of a value’s class. */
export function membersOf(value: object): readonly string[] {
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
export async function runChain(
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
