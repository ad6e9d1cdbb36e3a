import type { ProbeApi } from './kit.ts';

/** An interface whose every member is a call by its name: for clients that have none of their own. */
export function apiOf(call: (method: string, args: readonly unknown[]) => unknown): ProbeApi {
  const methods = new Proxy(
    {},
    {
      get:
        (_target, name) =>
        (...args: unknown[]) =>
          call(String(name), args),
    },
  );
  return methods as unknown as ProbeApi;
}
