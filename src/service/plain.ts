import { counterMethods, type CounterMethods, type CounterOperations } from './api.ts';

/** The methods that take and give data alone, as a client offers them. */
export type PlainCounter = {
  [Name in Exclude<keyof CounterMethods, 'cursor' | 'echo' | 'calledBack'>]: (
    ...args: Parameters<CounterMethods[Name]>
  ) => Promise<Awaited<ReturnType<CounterMethods[Name]>>>;
} & {
  echo: (value: unknown) => Promise<unknown>;
  /** Rejects where the system passes no functions. */
  calledBack: CounterOperations['calledBack'];
};

/** The methods of a caller that makes each call by the name of its method. */
export function counterByName(
  call: (method: string, args: readonly unknown[]) => Promise<never>,
): PlainCounter {
  const methods = counterMethods.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return Object.fromEntries(methods) as PlainCounter;
}

/** Calls a method of what a library makes of the server’s counter, by its name. */
export function callMethod(remote: object, method: string, args: readonly unknown[]) {
  return (Reflect.get(remote, method) as (...given: readonly unknown[]) => Promise<never>)(...args);
}

/** The operations of a system that waits for the result of one call before it makes the next of it. */
export function plainOperations(counter: PlainCounter): CounterOperations {
  const { cursorStart, cursorNext, cursorPosition, ids, nameOf, echo, ...operations } = counter;
  return {
    ...operations,
    echo: <Value>(value: Value) => echo(value) as Promise<Value>,
    chain: async () => cursorPosition(await cursorNext(await cursorStart())),
    async nested() {
      const { increment, add } = operations;
      const [first, second] = await Promise.all([increment(1), increment(1)]);
      return add(first, second);
    },
    mapped: async (first) => Promise.all((await ids(first)).map((id) => nameOf(id))),
  };
}
