/** Functions and references: what passes by reference, and whether it stays what it is. */
import {
  answerOf,
  answers,
  callAnswers,
  describe,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
  until,
} from './kit/outcome.ts';
import { show } from './kit/same.ts';
import type { ProbeGroup } from './probe.ts';

const floor = {
  'raw-websocket': notApplicable('The raw WebSocket carries JSON, which has no functions.'),
};

export const references: ProbeGroup = {
  id: 'references',
  label: 'Functions and references',
  probes: [
    {
      id: 'references-function-result',
      question: 'Can a function in a result be called?',
      passes: 'A function that a method returns can be called by the client and answers.',
      async run(kit) {
        using connection = await kit.connect();
        const adder = await answerOf(() => connection.api.adder(2));
        if (typeof adder !== 'function') return fail(`arrives as ${show(adder)}`);
        return await answers(() => (adder as (second: number) => unknown)(3), 5);
      },
      own: floor,
    },
    {
      id: 'references-function-inside',
      question: 'Can a function be called that stands among the data of a result?',
      passes: 'The data arrives beside a function that can be called.',
      async run(kit) {
        using connection = await kit.connect();
        const toolbox = await answerOf(() => connection.api.toolbox());
        const { label, add } = toolbox as { label: string; add?: unknown };
        if (typeof add !== 'function') return fail(`the function arrives as ${show(add)}`);
        if (label !== 'tools') return fail(`the data arrives as ${show(label)}`);
        return await answers(() => (add as (a: number, b: number) => unknown)(2, 3), 5);
      },
      own: floor,
    },
    {
      id: 'references-callback',
      question: 'Can the client pass a function that the server calls?',
      passes: 'The server calls it with a value, during the call that brought it.',
      async run(kit) {
        using connection = await kit.connect();
        const got: unknown[] = [];
        const callback = (value: number): void => void got.push(value);
        const ending = await endingOf(() => connection.api.callBack(callback, 4));
        if (await until(() => got.length > 0)) return pass(`called with ${show(got[0])}`);
        return fail(describe(ending));
      },
      own: floor,
    },
    {
      id: 'references-callback-result',
      question: 'Does the server get what such a function answers?',
      passes: 'The server’s call of the client’s function answers with its result.',
      run: (kit) => callAnswers(kit, (api) => api.callBack((value) => value * 2, 4), 8),
      own: floor,
    },
    {
      id: 'references-object',
      question: 'Is an object with methods passed by reference?',
      passes: 'A cursor that the server made counts on from call to call: 1, 2, 3.',
      async run(kit) {
        using connection = await kit.connect();
        const arrived = await answerOf(() => connection.api.cursor());
        const { next } = arrived as { next?: unknown };
        if (typeof next !== 'function') return fail(`arrives as ${show(arrived)}`);
        const cursor = arrived as { next(): unknown };
        const counted = [await cursor.next(), await cursor.next(), await cursor.next()];
        if (counted.join() === '1,2,3') return pass('counts 1, 2, 3');
        return partly(`its methods can be called, each on a new object: ${counted.join(', ')}`);
      },
      own: floor,
    },
    {
      id: 'references-getter',
      question: 'Can a getter of such an object be read?',
      passes: 'The position of a new cursor, a getter of its class, is read as 0.',
      async run(kit) {
        using connection = await kit.connect();
        const cursor = (await answerOf(() => connection.api.cursor())) as { position?: unknown };
        return await answers(() => cursor.position, 0);
      },
      own: floor,
    },
    {
      id: 'references-back',
      question: 'Does the server know its own object when it comes back?',
      passes: 'A cursor given back as an argument is the server’s own object again.',
      async run(kit) {
        using connection = await kit.connect();
        const { api } = connection;
        const isOwn = await answerOf(async () => api.isOwnCursor(await api.cursor()));
        return isOwn === true
          ? pass('its own object')
          : fail('arrives as something that it does not know');
      },
      own: floor,
    },
    {
      id: 'references-onwards',
      question: 'Can a reference be passed on over another connection?',
      passes: 'A function that came over one connection, passed on over a second, is called there.',
      async run(kit) {
        using one = await kit.connect();
        using other = await kit.connect();
        const adder = (await one.api.adder(10)) as unknown;
        if (typeof adder !== 'function') return fail(`the function arrives as ${show(adder)}`);
        return await answers(() => other.api.callBack(adder as (value: number) => unknown, 5), 15);
      },
      own: floor,
    },
  ],
};
