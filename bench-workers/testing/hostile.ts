/** A visitor that counts beside what no client sends. */
import { randomUUID } from 'node:crypto';
import { allCounterArms } from '../../src/places/bench/counter-arms.ts';
import { benchChannel } from '../../src/places/bench/bench.ts';

export { addressOf, frameOf, openByHand, send } from '../../src/cli/bench/fuzz/hostile.ts';

/** A visitor of a raw WebSocket that counts for as long as something else goes on. */
export async function countBeside<Result>(
  origin: string,
  attack: () => Promise<Result>,
): Promise<{ result: Result; counted: number; held: number }> {
  const arm = allCounterArms().find(({ id }) => id === 'raw-websocket/in-memory');
  if (arm === undefined) throw new Error('arms: got none for the baseline, expected one');
  const client = await (
    await arm.load()
  )(benchChannel({ origin, object: randomUUID(), WebSocketClass: WebSocket }));
  const counter = client.operations;
  let ended = false;
  let counted = 0;
  const counting = (async () => {
    do {
      await counter.increment(1);
      counted += 1;
    } while (!ended);
  })();
  const result = await attack();
  ended = true;
  await counting;
  const held = await counter.getValue();
  client.close();
  return { result, counted, held };
}
