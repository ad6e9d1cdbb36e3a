/** Functions and references: what passes by reference, and whether it stays what it is. */
import {
  answerOf,
  answers,
  describe,
  endingOf,
  fail,
  NoSubject,
  notApplicable,
  partly,
  pass,
  show,
  until,
} from './outcome.ts';
import { connected, type Connection, type Questions } from './client-kit.ts';

/** Throws where the server never calls a function that the client passes, so that nothing can be asked of one. */
export async function expectFunctions({ api }: Connection): Promise<void> {
  let called = false;
  await endingOf(() => api.callBack(() => void (called = true), 1));
  if (!(await until(() => called))) throw new NoSubject('no function reaches the server');
}

export const references: Questions = {
  'references-function-result': connected(async (connection) => {
    const adder = await answerOf(() => connection.api.adder(2));
    if (typeof adder !== 'function') return fail(`arrives as ${show(adder)}`);
    return await answers(() => (adder as (second: number) => unknown)(3), 5);
  }),
  'references-function-inside': connected(async (connection) => {
    const toolbox = await answerOf(() => connection.api.toolbox());
    const { label, add } = toolbox as { label: string; add?: unknown };
    if (typeof add !== 'function') return fail(`the function arrives as ${show(add)}`);
    if (label !== 'tools') return fail(`the data arrives as ${show(label)}`);
    return await answers(() => (add as (a: number, b: number) => unknown)(2, 3), 5);
  }),
  'references-callback': connected(async (connection) => {
    const got: unknown[] = [];
    const callback = (value: number): void => void got.push(value);
    const ending = await endingOf(() => connection.api.callBack(callback, 4));
    if (ending.state === 'rejected') return fail(describe(ending));
    const called = await until(() => got.length > 0);
    return called ? pass(`called with ${show(got[0])}`) : fail(describe(ending));
  }),
  'references-callback-result': connected(async (connection) => {
    await expectFunctions(connection);
    return await answers(() => connection.api.callBack((value) => value * 2, 4), 8);
  }),
  'references-object': connected(async (connection) => {
    const arrived = await answerOf(() => connection.api.cursor());
    const cursor = arrived as { advance?: () => unknown };
    if (typeof cursor.advance !== 'function') return fail(`arrives as ${show(arrived)}`);
    const counted: unknown[] = [];
    for (let each = 0; each < 3; each += 1) counted.push(await answerOf(() => cursor.advance?.()));
    if (counted.join() === '1,2,3') return pass('counts 1, 2, 3');
    return partly(`its methods can be called, each on a new object: ${counted.join(', ')}`);
  }),
  async 'references-onwards'(kit) {
    using one = await kit.connect();
    using other = await kit.connect();
    const adder = (await one.api.adder(10)) as unknown;
    if (typeof adder !== 'function') return notApplicable(`the function arrives as ${show(adder)}`);
    return await answers(() => other.api.callBack(adder as (value: number) => unknown, 5), 15);
  },
};
