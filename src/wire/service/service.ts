import { checkArguments, methodNames, type MethodName } from './arguments.ts';
import type { HoldBytes } from './budget.ts';
import { Shared } from './calls.ts';
import type { Host } from './host.ts';
import type { ClientMethods } from './objects.ts';
import { QuestionCalls } from './question-calls.ts';

/** Methods whose results libraries use before they are awaited: references and streams. */
const atOnce: ReadonlySet<MethodName> = new Set<MethodName>([
  'cursor',
  'link',
  'authenticate',
  'adder',
  'toolbox',
  'sink',
  'down',
  'numbers',
]);

/**
 * The one implementation of all methods, for every library and every question. Each call is counted and its
 * arguments are checked before it runs, so that a wrong call changes nothing.
 */
export class Service extends QuestionCalls {
  static {
    for (const name of methodNames) {
      const method = Reflect.get(QuestionCalls.prototype, name) as (...args: unknown[]) => unknown;
      const isAwaited = !atOnce.has(name);
      Object.defineProperty(this.prototype, name, {
        value(this: Service, ...args: unknown[]): unknown {
          const { budget, letOthersRun } = this.host;
          try {
            budget.call();
            checkArguments(name, args);
            return method.apply(this, args);
          } catch (error) {
            const turn = isAwaited ? budget.fail(letOthersRun) : undefined;
            if (turn === undefined) throw error;
            return turn.then(() => Promise.reject(error as Error));
          }
        },
      });
    }
  }

  /** Calls a method by its name. */
  call(name: MethodName, args: readonly unknown[]): unknown {
    return (this[name] as (...given: readonly unknown[]) => unknown)(...args);
  }
}

/** The methods that clients call. */
export type ServiceMethods = Pick<Service, MethodName>;

/** The methods by their names, for libraries that take an object. */
export function methodsOf(service: Service): Record<MethodName, (...args: never[]) => unknown> {
  const methods = methodNames.map((name) => [name, service[name].bind(service)] as const);
  return Object.fromEntries(methods) as ReturnType<typeof methodsOf>;
}

/** Makes the services of one object. They share its state, and each has its own client. */
export function serviceOf(host: Host): (client?: ClientMethods, holdBytes?: HoldBytes) => Service {
  const shared = new Shared(host);
  return (client, holdBytes) => new Service(host, shared, client, holdBytes);
}
