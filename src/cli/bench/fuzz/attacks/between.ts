/** Very many calls from objects to others. */
import type { Attack } from './attack.ts';
import { addressOf, send } from './sockets.ts';

/** Callers at once, and what each asks for. */
const CALLERS = 20;
const batch = { calls: 10_000, order: 'at-once', bytes: 0, objects: 1, first: 0 };
/** The same as a bench takes it: so many at a time. */
const inWaves = { ...batch, order: { waves: 2000 } };
const done = (answers: readonly string[]) => answers.some((answer) => !answer.includes('begun'));

async function callers(origin: string, way: string, asked: object): Promise<string> {
  const heard = await Promise.all(
    Array.from({ length: CALLERS }, () =>
      send(addressOf(origin, `between/${way}`), [JSON.stringify({ id: 1, batch: asked })], done),
    ),
  );
  const ends = heard.map(({ answers, closed }) => closed?.code ?? answers.at(-1)?.slice(0, 16));
  return [...new Set(ends)].join(', ');
}

export const betweenAttacks: readonly Attack[] = [
  {
    id: 'between-calls',
    about: 'Twenty callers make 10,000 calls to another object at once.',
    run: (origin) => callers(origin, 'workers-rpc', batch),
  },
  {
    id: 'between-sockets',
    about: 'Twenty callers make 10,000 calls over Cap’n Web between objects, 2,000 at a time.',
    run: (origin) => callers(origin, 'capnweb', inWaves),
  },
  {
    id: 'between-waves',
    about: 'Twenty callers make 10,000 calls to another object, 2,000 at a time.',
    run: (origin) => callers(origin, 'workers-rpc', inWaves),
  },
];
