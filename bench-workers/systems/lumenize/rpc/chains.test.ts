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

class Bank {
  calls: string[] = [];
  readonly #accounts = new Map<string, Account>();

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
}

const bank = () => {
  const target = new Bank();
  return {
    target,
    ...loopback(target, ['account', 'later', 'add', 'sum', 'adder', 'tools', 'fail']),
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
    const more = new Map([['c', client.add(client.later(3), 1) as unknown as number]]);
    const total = client.sum({ of: [1, client.later(2)] as number[], more });
    expect(await total).toBe(7);
    expect(sent).toHaveLength(1);
  });

  it('fails the call that needs it, and no other of the batch', async () => {
    const { client } = bank();
    const settled = await Promise.allSettled([client.add(client.fail(), 1), client.add(1, 1)]);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { name: 'RangeError', message: 'no' } },
      { status: 'fulfilled', value: 2 },
    ]);
  });

  it('cannot be a function of one’s own', async () => {
    const { client, sent } = bank();
    const given = (() => 1) as unknown as number;
    await expect(Promise.resolve(client.add(given, 1))).rejects.toThrow('expected data or a call');
    expect(sent).toEqual([]);
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

  it('that were not declared public answer with an error', async () => {
    const { client } = bank();
    const { hidden } = await client.tools();
    await expect(Promise.resolve(hidden(1))).rejects.toThrow('no public method');
    const account = client.account('Ada') as unknown as { secret(): Promise<string> };
    await expect(account.secret()).rejects.toThrow('"secret" is not in the result');
  });
});
