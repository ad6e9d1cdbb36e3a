import { isPublicFunction, readMember, type Exposed, type Member } from './expose.ts';
import { MAX_ARGS, MAX_DEPTH, type Step } from '../protocol/protocol.ts';

/** Limits of one call. */
export interface RpcLimits {
  /** Most steps of a chain. */
  maxDepth?: number;
  /** Most arguments of a call. */
  maxArgs?: number;
}

/**
 * Runs a chain from the exposed object, which is what a chain of no steps leads to. The answer is a promise only where something on the way
 * was one, so that a synchronous method costs no turn of the microtask queue.
 *
 * @param argsOf what the arguments of a call become before it is made
 * @throws TypeError or RangeError naming the step that is not allowed
 */
export function runChain(
  exposed: Exposed,
  steps: readonly Step[],
  { maxDepth = MAX_DEPTH, maxArgs = MAX_ARGS }: RpcLimits = {},
  argsOf?: (args: readonly unknown[]) => Promise<unknown[]>,
): unknown {
  if (steps.length > maxDepth) {
    throw new RangeError(`Operation chain too deep: ${steps.length} > ${maxDepth} steps`);
  }
  for (const step of steps) {
    if (step.type === 'apply' && step.args.length > maxArgs) {
      throw new RangeError(`Too many arguments: ${step.args.length} > ${maxArgs}`);
    }
  }
  return runFrom(0, { value: exposed.target }, { exposed, steps, argsOf });
}

/** What stays the same along a chain. */
interface Course {
  exposed: Exposed;
  steps: readonly Step[];
  argsOf: ((args: readonly unknown[]) => Promise<unknown[]>) | undefined;
}

function runFrom(from: number, start: Member, course: Course): unknown {
  const { exposed, steps } = course;
  let member = start;
  for (let index = from; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined) break;
    if (step.type === 'get') {
      member = readMember(exposed, member.value, step.key);
      continue;
    }
    const value = call(member, step.args, course);
    if (isThenable(value)) {
      // Both of a promise's turns are taken here, and one that is rejected rejects the chain.
      return Promise.resolve(value).then((settled) =>
        runFrom(index + 1, { value: settled }, course),
      );
    }
    member = { value };
  }
  return member.value;
}

function call({ value, self }: Member, args: readonly unknown[], { argsOf }: Course): unknown {
  if (typeof value !== 'function' || (self === undefined && !isPublicFunction(value))) {
    throw new TypeError('chain: got a call of something that is no public method');
  }
  if (argsOf === undefined) return Reflect.apply(value, self, args);
  return argsOf(args).then((ready): unknown => Reflect.apply(value, self, ready));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
