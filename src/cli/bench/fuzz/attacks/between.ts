/** Very many calls from objects to others. */
import type { Attack } from './attack.ts';
import { addressOf, send } from './sockets.ts';

/** Callers at once, and what each asks for. */
const CALLERS = 20;
const batch = { calls: 10_000, order: 'at-once', bytes: 0, objects: 1, first: 0 };
const done = (answers: readonly string[]) => answers.some((answer) => !answer.includes('begun'));

async function callers(origin: string, way: string): Promise<string> {
  const heard = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      send(addressOf(origin, `between/${way}`), [JSON.stringify({ id: 1, batch })], done),
    ),
  );
  const ends = heard.map(({ answers, closed }) => closed?.code ?? answers.at(-1)?.slice(0, 16));
  return [...new Set(ends)].join(', ');
}

export const betweenAttacks: readonly Attack[] = [
  {
    id: 'between-calls',
    about: 'Twenty callers make 10,000 calls to another object at once.',
    run: (origin) => callers(origin, 'workers-rpc'),
  },
  {
    id: 'between-sockets',
    about: 'Twenty callers make 10,000 calls over Cap’n Web between objects at once.',
    run: (origin) => callers(origin, 'capnweb'),
  },
];
