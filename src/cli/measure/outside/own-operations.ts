/** Operations of an author's own: the client module of a folder brings them, and every folder of the run is measured by them. */
import { z } from 'zod';
import {
  type Connection,
  FAR_MS,
  type Open,
  type Study,
  type Workload,
  wholeTurn,
} from '../../../core/plan/index.ts';
import { OUTSIDE_ID, readAs } from '../../../core/record/index.ts';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { eachAnswer } from '../../../wire/service/answers.ts';
import { twiceIn } from '../../shared/args.ts';
import { settledIn } from '../../shared/process-end.ts';

type Client = Record<string, unknown>;
type Operation = (client: Client, n: number) => unknown;
type Check = (answer: unknown, n: number) => unknown;

const aFunction = <Shape>() =>
  z.custom<Shape>((value) => typeof value === 'function', { error: 'expected a function' });
const schema = z
  .array(
    z.strictObject({
      id: z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' }),
      label: z.string().min(1).max(80),
      operation: aFunction<Operation>(),
      check: aFunction<Check>().exactOptional(),
    }),
  )
  .min(1);

/** @throws Error naming the module and the field, with the value got and expected */
export function readWorkloads(exported: unknown, module: string): Array<Workload<Client>> {
  if (exported === undefined) return [];
  const { workloads } = readAs(z.object({ workloads: schema }), { workloads: exported }, module);
  const twice = twiceIn(workloads.map(({ id }) => id));
  if (twice !== undefined) {
    throw new Error(`${module}: workloads: got "${twice}" twice, expected it once`);
  }
  return workloads.map(({ id, label, operation, check }) => ({
    id,
    label,
    question: `How long does this take: ${label}?`,
    // It is awaited, so that a function without a promise does as well.
    operation: (place) => (client) => operation(client, place) as Promise<unknown>,
    wrong: eachAnswer('answer', (answer, place) => check && faultOf(check, answer, place)),
    check: () => Promise.resolve(undefined),
  }));
}

/** The objection of an author’s check to an answer; undefined if it has none. */
function faultOf(check: Check, answer: unknown, place: number): string | undefined {
  try {
    const found = check(answer, place);
    if (found === true || found === undefined) return undefined;
    if (typeof found === 'string') return found;
    const got = found === false ? 'false' : typeof found;
    return `got ${got} from its check, expected true or a sentence`;
  } catch (error) {
    return `its check threw: ${messageOf(error)}`;
  }
}

/** A study with operations of an author’s own first. @throws Error for an id that the study has itself */
export function withWorkloads<Operations>(
  study: Study<Operations>,
  own: ReadonlyArray<Workload<Operations>>,
): Study<Operations> {
  const taken = own.find(({ id }) => study.workloads.some((each) => each.id === id));
  if (taken === undefined) return { ...study, workloads: [...own, ...study.workloads] };
  throw new Error(`workloads: got "${taken.id}", which ${study.id} has, expected another id`);
}

/** Calls of an operation that show how long it takes. */
const CALLS = 3;

/**
 * The same operation, with short turns if it takes long: nothing is known of it before.
 *
 * @param deadlineMs longest that the opening of a connection or one call may take, in ms
 * @throws Error naming the operation
 */
export async function withTurn<Operations>(
  own: Workload<Operations>,
  connect: () => ReturnType<Open<Operations>>,
  deadlineMs: number,
): Promise<Workload<Operations>> {
  const connection = await settledIn(connect, deadlineMs).catch(failedAt('open'));
  let shortestMs = Infinity;
  try {
    for (let place = 0; place < CALLS; place += 1) {
      const operation = own.operation(place);
      const calledAt = performance.now();
      await settledIn(async () => operation(expectOpened(connection).operations), deadlineMs);
      shortestMs = Math.min(shortestMs, performance.now() - calledAt);
    }
  } catch (cause) {
    failedAt(own.id)(cause);
  } finally {
    connection?.close?.();
  }
  return shortestMs < FAR_MS ? own : { ...own, turn: wholeTurn(1, 1) };
}

const failedAt = (what: string) => (cause: unknown) => {
  throw new Error(`${what}: ${messageOf(cause)}`, { cause });
};

/** @throws TypeError if it is not what `open` is to return */
function expectOpened<Operations>(opened: Connection<Operations>): Connection<Operations> {
  const { operations, close } = (opened ?? {}) as Partial<typeof opened>;
  if (typeof operations === 'object' && typeof close === 'function') return opened;
  const got = `operations: ${typeof operations}, close: ${typeof close}`;
  throw new TypeError(`open: got { ${got} }, expected an object and a function`);
}
