/** The ways of Workers RPC: https://developers.cloudflare.com/workers/runtime-apis/rpc/ */
import type { MakeWay } from './way.ts';

/** A method of the other object. */
export const method: MakeWay =
  ({ stub }) =>
  (at, n, text) =>
    stub(at).effect(n, text);

/** A function goes along, and the other object calls it with the result. */
const answered: MakeWay =
  ({ stub }) =>
  async (at, n, text) => {
    let result = Number.NaN;
    await stub(at).tell(n, text, (value: number) => {
      result = value;
    });
    return result;
  };

// A name of its own, or the bundle would rename what others call so.
export { answered as callback };

/** A method of what a method returns, asked for before that is there: one round trip for both. */
export const pipelined: MakeWay =
  ({ stub }) =>
  async (at, n, text) => {
    const deferred = stub(at).deferred(n, text);
    try {
      return await deferred.value();
    } finally {
      // The platform’s types do not know it yet.
      (deferred as Partial<Disposable>)[Symbol.dispose]?.();
    }
  };

/** A request to the other object, with JSON both ways. */
export const fetchJson: MakeWay =
  ({ stub }) =>
  async (at, n, text) => {
    const response = await stub(at).fetch('https://callee/effect', {
      method: 'POST',
      body: JSON.stringify({ n, text }),
    });
    const { value } = await response.json<{ value: number }>();
    return value;
  };
