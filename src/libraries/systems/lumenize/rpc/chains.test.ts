/** What a client author sees of chains, calls as arguments, functions in results, and values. */
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from '@lumenize/structured-clone';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRpcClient, type RpcTransport } from './client.ts';
import { answerFrame, publicFunctions, publicMembers } from './server.ts';

class Account {
  readonly owner: string;
  #balance = 0;
  constructor(owner: string) {
    this.owner = owner;
  }
  get balance(): number {
    return this.#balance;
  }
  deposit(amount: number): number {
    this.#balance += amount;
    return this.#balance;
  }
  secret(): string {
    return 'not for clients';
  }
}
publicMembers.set(Account.prototype, ['deposit', 'balance']);

/** Another class with a method of the same name. */
class Vault {
  readonly #factor: number;
  constructor(factor: number) {
    this.#factor = factor;
  }
  deposit(amount: number): number {
    return amount * this.#factor;
  }
}
publicMembers.set(Vault.prototype, ['deposit']);

/** A client whose frames go to a server in the same process, with the frames that it sent and got. */
function bank() {
  const [calls, sent, received]: string[][] = [[], [], []];
  const accounts = new Map<string, Account>();
  function account(owner: string): Account {
    calls?.push(`account ${owner}`);
    const found = accounts.get(owner) ?? new Account(owner);
    accounts.set(owner, found);
    return found;
  }
  const target = {
    account,
    later(value: number): Promise<number> {
      calls?.push(`later ${value}`);
      return Promise.resolve(value);
    },
    add(a: number, b: number): number {
      calls?.push(`add ${a} ${b}`);
      return a + b;
    },
    adder() {
      const adder = (a: number, b: number) => a + b;
      publicFunctions.add(adder);
      return adder;
    },
    tools() {
      const twice = (value: number) => 2 * value;
      publicFunctions.add(twice);
      return { twice, hidden: (value: number) => value };
    },
    fail(): never {
      throw Object.assign(new RangeError('no', { cause: new Error('fuse') }), { code: 7 });
    },
    symbol: (): unknown => Symbol('cannot travel'),
    echo: (value: unknown) => value,
    both: () => ({ account: account('Ada'), vault: new Vault(3), again: account('Bo') }),
  };
  const transport: RpcTransport = {
    async execute({ batch }) {
      const text = stringify({ type: '__rpc', batch });
      sent?.push(text);
      const answer = (await answerFrame(target, text, '__rpc')) ?? '';
      received?.push(answer);
      return parse(answer) as Awaited<ReturnType<RpcTransport['execute']>>;
    },
    setKeepAlive: () => undefined,
  };
  return { client: createRpcClient<typeof target>({ transport }), calls, sent, received };
}

describe('a call as an argument', () => {
  it('travels inside the call that needs it, as the published client sends it', async () => {
    const { client, sent, calls } = bank();
    expect(await client.add(client.later(1), client.later(2))).toBe(3);
    expect(sent).toHaveLength(1);
    expect(sent?.[0]).toContain(
      '[{"__isNestedOperation":true,"__refId":"proxy-0","__operationChain":[{"type":"get","key":"later"},{"type":"apply","args":[1]}]},{"__isNestedOperation":true,"__refId":"proxy-1",',
    );
    expect(calls).toEqual(['later 1', 'later 2', 'add 1 2']);
  });

  it('is run once, however often it stands in the batch', async () => {
    const { client, sent, calls } = bank();
    const one = client.later(1);
    const both = await Promise.all([client.add(one, one), client.add(one, 4)]);
    expect(both).toEqual([2, 5]);
    expect(sent?.[0]?.match(/__operationChain/g)).toHaveLength(1);
    expect(calls).toEqual(['later 1', 'add 1 1', 'add 1 4']);
  });

  it('may stand deep in data or in a Map, and have calls as arguments itself', async () => {
    const { client, calls } = bank();
    const call = client.later(3);
    const held = { deep: [{ call }], map: new Map([['c', client.add(call, 1)]]) };
    expect(await client.echo(held)).toEqual({ deep: [{ call: 3 }], map: new Map([['c', 4]]) });
    expect(calls).toEqual(['later 3', 'add 3 1', 'later 3']);
  });

  it('cannot be a function of one’s own: its name is all that arrives', async () => {
    const { client } = bank();
    const given = function given() {
      return 1;
    };
    expect(await client.echo({ given })).toEqual({ given: { name: 'given' } });
  });

  it('cannot be the object itself', async () => {
    const { client } = bank();
    await expect(client.echo(client)).rejects.toThrow('without a chain that can be read');
  });

  it('is run in order with the calls that nobody awaits', async () => {
    const { client, calls } = bank();
    void client.later(1);
    await Promise.all([client.add(client.add(client.later(2), 1), 2), client.later(3)]);
    expect(calls).toEqual(['later 1', 'later 2', 'add 2 1', 'add 3 2', 'later 3']);
  });
});

describe('functions in a result', () => {
  it('can be called later, by the path that led to them', async () => {
    const { client, received } = bank();
    const adder = await client.adder();
    expect(received?.[0]).toContain(
      '"result":{"__isRemoteFunction":true,"__operationChain":[{"type":"get","key":"adder"},{"type":"apply","args":[]}],"__functionName":',
    );
    expect(await adder(2, 3)).toBe(5);
    const { twice } = await client.tools();
    expect(await twice(21)).toBe(42);
  });

  it('count as methods of the instance that they were found on, whose getters are read', async () => {
    const { client } = bank();
    const { account, vault, again } = await client.both();
    expect(account).toMatchObject({ owner: 'Ada', balance: 0 });
    expect('secret' in account).toBe(false);
    const paid = Promise.all([account.deposit(2), vault.deposit(2), again.deposit(5)]);
    expect(await paid).toEqual([2, 6, 5]);
    expect(await client.account('Ada').balance).toBe(2);
  });

  it('that were not declared public answer with an error', async () => {
    const { client } = bank();
    const { hidden } = await client.tools();
    await expect(Promise.resolve(hidden(1))).rejects.toThrow('no public method');
    const account = client.account('Ada') as unknown as { secret(): Promise<string> };
    await expect(account.secret()).rejects.toThrow('"secret" is not in the result');
  });
});

// The codec assigns `__proto__`, and takes `constructor` for the class of the value.
const key = fc.oneof(
  fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__'),
  fc.constantFrom('$type', '$ref', '$$x', 'then', 'toJSON', '__isNestedOperations'),
);
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    fc.string(),
    fc.integer(),
    fc.bigInt(),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ maxLength: 6 }),
    fc.constantFrom(null, undefined, NaN, Infinity),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((all) => Object.fromEntries(all)),
  ),
})).value;

it('any value travels there and back, with what stands in two places and cycles', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      // Inside an array: a value with a `then` of its own must not be taken for a promise.
      const given: unknown[] = [value, [value], new Map([[value, new Set([value])]])];
      given.push(given);
      expect(isDeepStrictEqual(await bank().client.echo(given), given)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
