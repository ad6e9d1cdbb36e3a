/** What a client author sees of chains, calls as arguments and functions in results. */
import { describe, expect, it } from 'vitest';
import { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
import { loopback } from './testing/loopback.ts';

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
declarePublicMembers(Account, ['deposit', 'balance']);

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
declarePublicMembers(Vault, ['deposit']);

class Holder {
  readonly held: object;
  constructor(held: object) {
    this.held = held;
  }
}

class Bank {
  readonly ctx = { storage: 'the storage' };
  readonly env = { SECRET: 'the secret' };
  calls: string[] = [];
  readonly #accounts = new Map<string, Account>();

  get name(): string {
    return 'of the bank';
  }
  account(owner: string): Account {
    this.calls.push(`account ${owner}`);
    const account = this.#accounts.get(owner) ?? new Account(owner);
    this.#accounts.set(owner, account);
    return account;
  }
  async later(value: number): Promise<number> {
    this.calls.push(`later ${value}`);
    return Promise.resolve(value);
  }
  add(a: number, b: number): number {
    this.calls.push(`add ${a} ${b}`);
    return a + b;
  }
  sum(values: { of: number[]; more: Map<string, number> }): number {
    this.calls.push('sum');
    return [...values.of, ...values.more.values()].reduce((a, b) => a + b, 0);
  }
  adder(): (a: number, b: number) => number {
    return declarePublicFunction((a: number, b: number) => a + b);
  }
  tools() {
    return {
      twice: declarePublicFunction((value: number) => 2 * value),
      hidden: (value: number) => value,
    };
  }
  fail(): never {
    throw new RangeError('no');
  }
  echo(value: unknown): unknown {
    return value;
  }
  both(): { account: Account; vault: Vault; again: Account } {
    return { account: this.account('Ada'), vault: new Vault(3), again: this.account('Bo') };
  }
  itself(): unknown {
    return {
      bank: this,
      deep: [new Holder(this)],
      of: Object.assign(new Error('held'), { by: this }),
    };
  }
}

const bank = () => {
  const target = new Bank();
  return {
    target,
    ...loopback(target, [
      ...(['account', 'later', 'add', 'sum', 'adder', 'tools', 'fail', 'echo', 'both'] as const),
      ...(['itself', 'name', 'env', 'ctx'] as const),
    ]),
  };
};

describe('a chain', () => {
  it('goes through members and calls in one round trip', async () => {
    const { client, sent } = bank();
    expect(await client.account('Ada').deposit(5)).toBe(5);
    expect(await client.account('Ada').owner).toBe('Ada');
    expect(sent).toHaveLength(2);
  });

  it('leaves out what only begins a longer chain', async () => {
    const { client, sent, target } = bank();
    const account = client.account('Ada');
    expect(await Promise.all([account.deposit(1), account.deposit(2)])).toEqual([1, 3]);
    expect(sent).toHaveLength(1);
    expect(target.calls).toEqual(['account Ada', 'account Ada']);
  });
});

describe('a call as an argument', () => {
  it('travels inside the call that needs it, as the published client sends it', async () => {
    const { client, sent, target } = bank();
    expect(await client.add(client.later(1), client.later(2))).toBe(3);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(
      '[{"__isNestedOperation":true,"__refId":"proxy-0","__operationChain":[{"type":"get","key":"later"},{"type":"apply","args":[1]}]},{"__isNestedOperation":true,"__refId":"proxy-1",',
    );
    expect(target.calls).toEqual(['later 1', 'later 2', 'add 1 2']);
  });

  it('is run once, however often it stands in the batch', async () => {
    const { client, sent, target } = bank();
    const one = client.later(1);
    const both = await Promise.all([client.add(one, one), client.add(one, 4)]);
    expect(both).toEqual([2, 5]);
    expect(sent[0]?.match(/__operationChain/g)).toHaveLength(1);
    expect(target.calls).toEqual(['later 1', 'add 1 1', 'add 1 4']);
  });

  it('may stand deep in another argument, and have calls as arguments itself', async () => {
    const { client, sent } = bank();
    const more = new Map([['c', 4]]);
    const inner = client.add(client.later(1), 1) as unknown as number;
    const total = client.sum({ of: [1, inner], more });
    expect(await total).toBe(7);
    expect(sent).toHaveLength(1);
  });

  it('is run where it stands in a Map or a Set, and its value is there', async () => {
    const { client, target } = bank();
    const call = client.later(3);
    const held = {
      map: new Map([['c', call]]),
      set: new Set([client.add(call, 1)]),
    };
    expect(await client.echo(held)).toEqual({ map: new Map([['c', 3]]), set: new Set([4]) });
    expect(target.calls).toEqual(['later 3', 'add 3 1']);
  });

  it('fails the call that needs it, and no other of the batch', async () => {
    const { client } = bank();
    const settled = await Promise.allSettled([client.add(client.fail(), 1), client.add(1, 1)]);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { name: 'RangeError', message: 'no' } },
      { status: 'fulfilled', value: 2 },
    ]);
  });

  it('cannot be a function of one’s own: its name is all that arrives', async () => {
    const { client } = bank();
    const given = function given() {
      return 1;
    } as unknown as number;
    expect(await client.echo({ given })).toEqual({ given: { name: 'given' } });
  });

  it('is run in order with the calls that nobody awaits', async () => {
    const { client, target } = bank();
    void client.later(1);
    await Promise.all([client.add(client.add(client.later(2), 1), 2), client.later(3)]);
    expect(target.calls).toEqual(['later 1', 'later 2', 'add 2 1', 'add 3 2', 'later 3']);
  });
});

describe('functions in a result', () => {
  it('can be called later, by the path that led to them', async () => {
    const { client, received } = bank();
    const adder = await client.adder();
    expect(received[0]).toContain(
      '"result":{"__isRemoteFunction":true,"__operationChain":[{"type":"get","key":"adder"},{"type":"apply","args":[]}],"__functionName":',
    );
    expect(await adder(2, 3)).toBe(5);
    const { twice } = await client.tools();
    expect(await twice(21)).toBe(42);
  });

  it('count as methods of an instance, whose getters are read', async () => {
    const { client } = bank();
    await client.account('Ada').deposit(7);
    const account = await client.account('Ada');
    expect(account.owner).toBe('Ada');
    expect(account.balance).toBe(7);
    expect(await account.deposit(1)).toBe(8);
    expect('secret' in account).toBe(false);
  });

  it('lead to the instance that they were found on', async () => {
    const { client } = bank();
    const { account, vault, again } = await client.both();
    expect(await Promise.all([account.deposit(2), vault.deposit(2), again.deposit(5)])).toEqual([
      2, 6, 5,
    ]);
    expect(
      await Promise.all([client.account('Ada').balance, client.account('Bo').balance]),
    ).toEqual([2, 5]);
  });

  it('that were not declared public answer with an error', async () => {
    const { client } = bank();
    const { hidden } = await client.tools();
    await expect(Promise.resolve(hidden(1))).rejects.toThrow('no public method');
    const account = client.account('Ada') as unknown as { secret(): Promise<string> };
    await expect(account.secret()).rejects.toThrow('"secret" is not in the result');
  });
});

describe('the object itself', () => {
  const nowhere = /the (storage|secret)/;

  it('is no more in a result than what was declared public of it, wherever it is held', async () => {
    const { client, received } = bank();
    const { bank: itself } = (await client.itself()) as {
      bank: { add(a: number, b: number): unknown };
    };
    expect(await itself.add(1, 2)).toBe(3);
    expect(received.join()).not.toMatch(nowhere);
  });

  it('cannot be handed to one of its own methods', async () => {
    const { client } = bank();
    await expect(client.echo(client)).rejects.toThrow('without a chain that can be read');
  });

  it('keeps what is reserved out of reach, even where it was declared', async () => {
    const { client } = bank();
    const { env, ctx } = client;
    for (const each of [env, ctx]) {
      await expect(Promise.resolve(each)).rejects.toThrow('is not a public method');
    }
  });
});
