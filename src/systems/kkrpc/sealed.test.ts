import { RPCChannel, type IoInterface } from 'kkrpc/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { sealed } from './sealed.ts';

/** A channel whose frames are given by hand, and what it answers. */
function serve(expose: Record<string, unknown>) {
  let deliver: ((frame: string) => void) | undefined;
  let answered: ((frame: string) => void) | undefined;
  const io: IoInterface = {
    name: 'by hand',
    read: () => new Promise((resolve) => (deliver = resolve)),
    write: (frame) => {
      answered?.(frame);
      return Promise.resolve();
    },
  };
  new RPCChannel(io, { expose, serialization: { version: 'json' } });
  return async (method: string, args: unknown[] = []) => {
    const answer = new Promise<string>((resolve) => (answered = resolve));
    deliver?.(`${JSON.stringify({ id: '1', method, args, type: 'request' })}\n`);
    return JSON.parse(await answer) as { args: { result?: unknown; error?: string } };
  };
}

const service = {
  double: (value: number) => value * 2,
  own(): number {
    return this.double(1);
  },
};

/** Paths that lead from what is exposed to what everybody shares, in an ordinary object. */
const paths = [
  '__proto__.toString',
  'constructor.constructor',
  'hasOwnProperty',
  'double.constructor',
  'double.toString',
  'double.call',
  'double.bind',
  'double.__proto__.__proto__.__defineGetter__',
  'double.name.constructor',
  'double.prototype.constructor',
  'double.apply.constructor',
  'double.apply.prototype.constructor',
  'double.apply.call',
  'double.apply.name.constructor',
  'double.apply.apply.constructor',
  'then',
];

describe('what kkrpc exposes here', () => {
  afterEach(() => expect(({} as Record<string, unknown>)['injected']).toBeUndefined());

  it('answers the methods that were named, on their object', async () => {
    const call = serve(sealed(service, ['double', 'own']));
    expect((await call('double', [21])).args).toEqual({ result: 42 });
    expect((await call('own')).args).toEqual({ result: 2 });
  });

  it.each(paths)('does not lead to %s', async (path) => {
    const call = serve(sealed(service, ['double', 'own']));
    const { args } = await call(path, ['injected', '__callback__1']);
    expect(args.error).toMatch(/is not a function|not found/);
    expect((await call('double', [1])).args).toEqual({ result: 2 });
  });

  it('would lead there, were it exposed as it is', async () => {
    const { args } = await serve({ ...service })('double.constructor.name.toString');
    expect(args.result).toBe('Function');
  });

  it.each(['double.apply', 'double.apply.apply'])('takes no harm from %s', async (path) => {
    const call = serve(sealed(service, ['double']));
    const { args } = await call(path, [{}, [4]]);
    expect([{ result: 8 }, { error: expect.any(String) as string }]).toContainEqual(args);
  });
});
