import { type Begin, type Connection, Stalled } from '../../core/plan/index.ts';
import type { Link } from '../links/link.ts';
import { Pending } from '../links/pending.ts';
import type { BatchAnswer, Batch } from './protocol.ts';

/** The operations of the study of calls between objects. */
export interface BatchOperations {
  /**
   * Has an object make calls to others. Resolves to their results, in order.
   *
   * @param begin is called when the object says that it begins
   * @throws Stalled with the number of calls that had returned when time was up
   */
  batch(batch: Batch, begin?: Begin): Promise<number[]>;
  /** How often the objects were called since the connection opened. */
  effects(): Promise<number>;
}

/** Opens a socket to an object that calls others in the way that the link’s arm names. */
export async function open(link: Link): Promise<Connection<BatchOperations>> {
  const socket = await link.socket();
  const pending = new Pending<Begin | undefined>();

  socket.addEventListener('message', (event: MessageEvent<string>) => {
    const answer = JSON.parse(event.data) as BatchAnswer;
    const { id } = answer;
    if ('begun' in answer) pending.noteOf(id)?.();
    else if ('results' in answer) pending.resolve(id, answer.results);
    else if ('effects' in answer) pending.resolve(id, answer.effects);
    else if ('error' in answer) pending.reject(id, new Error(answer.error));
    else pending.reject(id, new Stalled(`${answer.returned} calls had returned when time was up`));
  });
  socket.addEventListener('close', ({ code }) => {
    pending.end(new Error(`the socket closed with code ${code}`));
  });

  const ask = (question: object, begin?: Begin): Promise<never> =>
    socket.readyState === socket.OPEN
      ? pending.ask((id) => socket.send(JSON.stringify({ id, ...question })), begin)
      : Promise.reject(new Error('batch: got a closed socket, expected an open one'));
  return {
    operations: { batch: (batch, begin) => ask({ batch }, begin), effects: () => ask({}) },
    close: () => socket.close(),
  };
}
