/** Functions and references: what passes by reference, and whether it stays what it is. */
import {
  answerOf,
  answers,
  callAnswers,
  describe,
  endingOf,
  fail,
  partly,
  pass,
  until,
} from '../places/probes/outcome.ts';
import type { AnyKit } from '../places/probes/probed.ts';
import { show } from '../places/probes/same.ts';
import { connected, type Subject } from './question.ts';

export const references: Subject = {
  id: 'references',
  label: 'Functions and references',
  groups: { objects: 'values', windows: 'calls' },
  questions: [
    {
      bench: 'references-function-result',
      question: 'Can a function in a result be called?',
      passes: 'A function that a method returns can be called by the client and answers.',
      run: connected(async (connection) => {
        const adder = await answerOf(() => connection.api.adder(2));
        if (typeof adder !== 'function') return fail(`arrives as ${show(adder)}`);
        return await answers(() => (adder as (second: number) => unknown)(3), 5);
      }),
    },
    {
      bench: 'references-function-inside',
      question: 'Can a function be called that stands among the data of a result?',
      passes: 'The data arrives beside a function that can be called.',
      run: connected(async (connection) => {
        const toolbox = await answerOf(() => connection.api.toolbox());
        const { label, add } = toolbox as { label: string; add?: unknown };
        if (typeof add !== 'function') return fail(`the function arrives as ${show(add)}`);
        if (label !== 'tools') return fail(`the data arrives as ${show(label)}`);
        return await answers(() => (add as (a: number, b: number) => unknown)(2, 3), 5);
      }),
    },
    {
      bench: 'references-callback',
      windows: {
        id: 'windows-callback',
        question: 'Can the caller pass a function that the other end calls?',
        passes: 'The other end calls it with a value, during the call that brought it.',
      },
      question: 'Can the client pass a function that the server calls?',
      passes: 'The server calls it with a value, during the call that brought it.',
      run: connected<AnyKit>(async (connection) => {
        const got: unknown[] = [];
        const callback = (value: number): void => void got.push(value);
        const ending = await endingOf(() => connection.api.callBack(callback, 4));
        if (ending.state === 'rejected') return fail(describe(ending));
        const called = await until(() => got.length > 0);
        return called ? pass(`called with ${show(got[0])}`) : fail(describe(ending));
      }),
    },
    {
      bench: 'references-callback-result',
      objects: {
        id: 'between-function',
        question: 'Can the caller pass a function that the other object calls?',
        passes: 'The called object calls it with 4 during the call, and gets 8 back.',
        documented: {
          says: 'Workers RPC passes a function as a stub of it.',
          href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#functions',
        },
      },
      windows: {
        id: 'windows-callback-answer',
        question: 'Does the other end get what such a function answers?',
        passes: 'Its call of the caller’s function answers with the result, 8.',
      },
      question: 'Does the server get what such a function answers?',
      passes: 'The server’s call of the client’s function answers with its result.',
      run: (kit: AnyKit) => callAnswers(kit, (api) => api.callBack((value) => value * 2, 4), 8),
    },
    {
      objects: 'between-function-kept',
      question: 'Can such a function be called after its call has ended?',
      passes: 'The called object keeps a copy of the function (`dup`), and calls it later.',
      documented: {
        says: 'In Workers RPC a stub that was passed ends with its call, unless it was copied.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/lifecycle/',
      },
      run: connected(async (connection, kit) => {
        const got: number[] = [];
        await answerOf(() => connection.api.keep((value) => void got.push(value)));
        const ending = await endingOf(() => kit.observer.callKept(7));
        return got.join() === '7' ? pass('called with 7') : fail(describe(ending));
      }),
    },
    {
      bench: 'references-object',
      objects: {
        id: 'between-reference',
        passes: 'A cursor that the called object made counts on from call to call: 1, 2, 3.',
      },
      windows: {
        id: 'windows-object',
        question: 'Is an instance of a class passed by reference?',
        passes: 'A cursor that the other end made counts on from call to call: 1, 2, 3.',
      },
      question: 'Is an object with methods passed by reference?',
      passes: 'A cursor that the server made counts on from call to call: 1, 2, 3.',
      run: connected<AnyKit>(async (connection) => {
        const arrived = await answerOf(() => connection.api.cursor());
        const cursor = arrived as { next?: () => unknown };
        if (typeof cursor.next !== 'function') return fail(`arrives as ${show(arrived)}`);
        const counted: unknown[] = [];
        for (let each = 0; each < 3; each += 1) counted.push(await answerOf(() => cursor.next?.()));
        if (counted.join() === '1,2,3') return pass('counts 1, 2, 3');
        return partly(`its methods can be called, each on a new object: ${counted.join(', ')}`);
      }),
    },
    {
      bench: 'references-getter',
      question: 'Can a getter of such an object be read?',
      passes: 'The position of a new cursor, a getter of its class, is read as 0.',
      run: connected(async (connection) => {
        const cursor = (await answerOf(() => connection.api.cursor())) as { position?: unknown };
        return await answers(() => cursor.position, 0);
      }),
    },
    {
      bench: 'references-back',
      question: 'Does the server know its own object when it comes back?',
      passes: 'A cursor given back as an argument is the server’s own object again.',
      run: connected(async ({ api }) => {
        const isOwn = await answerOf(async () => api.isOwnCursor(await api.cursor()));
        return isOwn === true
          ? pass('its own object')
          : fail('arrives as something that it does not know');
      }),
    },
    {
      bench: 'references-onwards',
      question: 'Can a reference be passed on over another connection?',
      passes: 'A function that came over one connection, passed on over a second, is called there.',
      async run(kit) {
        using one = await kit.connect();
        using other = await kit.connect();
        const adder = (await one.api.adder(10)) as unknown;
        if (typeof adder !== 'function') return fail(`the function arrives as ${show(adder)}`);
        return await answers(() => other.api.callBack(adder as (value: number) => unknown, 5), 15);
      },
    },
  ],
};
