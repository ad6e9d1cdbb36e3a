import { expect, it } from 'vitest';
import { most } from '../../src/places/objects/protocol.ts';
import { takeRoom } from './room.ts';

it('gives one visitor half of the room at most, and all of it where nothing tells visitors apart', async () => {
  // Whoever has gone waits for nothing.
  const take = (calls: number, visitor?: number) =>
    takeRoom({ calls, visitor }, AbortSignal.abort());
  const half = most.atOnce / 2;
  const giveBack = await take(half - 1, 1);
  await expect(take(2, 1)).rejects.toThrow(`and ${half} of one visitor`);
  const others = [await take(1, 1), await take(half, 2)];
  await expect(take(1, 3)).rejects.toThrow(`expected at most ${most.atOnce} at once`);
  giveBack();
  await expect(take(1, 2)).rejects.toThrow(`and ${half} of one visitor`);
  others.push(await take(1, 1));
  for (const give of others) give();
  (await take(most.atOnce))();
});
