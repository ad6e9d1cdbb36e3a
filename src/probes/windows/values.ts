/** Values: what arrives as what it was, and what can be handed over. */
import { answerOf, callAnswers, fail, partly, pass } from '../kit/outcome.ts';
import { show } from '../kit/same.ts';
import type { WindowGroup } from './probe.ts';

const MIB = 1024 * 1024;

function cyclic(): object {
  const list: unknown[] = [1];
  const value = { list };
  list.push(value);
  return value;
}

export const values: WindowGroup = {
  id: 'values',
  label: 'Values',
  probes: [
    {
      id: 'windows-map-set',
      question: 'Do a Map and a Set arrive?',
      passes: 'Both come back as what they were, with what was in them.',
      run(kit) {
        const value = { map: new Map([['a', { b: 1 }]]), set: new Set([1, 2]) };
        return callAnswers(kit, (api) => api.echo(value), value);
      },
    },
    {
      id: 'windows-date-bigint',
      question: 'Do a Date and a BigInt arrive?',
      passes: 'Both come back as what they were.',
      run(kit) {
        const value = { date: new Date(86_400_000), large: 2n ** 64n };
        return callAnswers(kit, (api) => api.echo(value), value);
      },
    },
    {
      id: 'windows-cycle',
      question: 'Does an object arrive that holds itself?',
      passes: 'It comes back, and holds itself.',
      run: (kit) => callAnswers(kit, (api) => api.echo(cyclic()), cyclic()),
    },
    {
      id: 'windows-transfer',
      question: 'Can an ArrayBuffer be handed over instead of copied?',
      passes:
        'The other end has its 1,048,576 bytes, and at the caller it is empty. A copy counts in part.',
      documented: {
        says: 'What is transferred moves to the other end, and cannot be used any more where it was.',
        href: 'https://developer.mozilla.org/en-US/docs/Web/API/Web_Workers_API/Transferable_objects',
      },
      async run(kit) {
        using connection = await kit.connect();
        const buffer = new ArrayBuffer(MIB);
        const came = await answerOf(() => connection.api.handOver(buffer));
        if (came !== MIB) return fail(`the other end has ${show(came)} bytes`);
        return buffer.byteLength === 0 ? pass('it moves') : partly('it is copied');
      },
    },
  ],
};
