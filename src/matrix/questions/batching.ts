/** Batching: what happens to calls that are made together. */
import { type BenchKit, connected, type Questions } from './client-kit.ts';
import { difference, endingOf, fail, partly, pass } from './outcome.ts';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Passes if ten calls of one tick are one request over HTTP. */
async function isBatchedOverHttp({ post }: BenchKit): Promise<boolean> {
  const posted = post?.();
  if (posted?.requests === undefined && posted?.isBatch === undefined) return false;
  const sums = await Promise.all(TEN.map((each) => posted.api.add(each, 1)));
  return sums.length === TEN.length && (posted.isBatch ?? posted.requests?.length === 1);
}

export const batching: Questions = {
  'batching-frames': connected(async (connection, kit) => {
    connection.log.clear();
    await Promise.all(TEN.map((each) => connection.api.add(each, 1)));
    const frames = connection.log.frames();
    const text = `${frames.out} frames out, ${frames.in} back`;
    if (frames.out === 1 && frames.in === 1) return pass('one frame out, one back');
    if (frames.out < TEN.length) return partly(text);
    const isBatched = await isBatchedOverHttp(kit);
    return isBatched ? partly(`over HTTP one request; over its socket ${text}`) : fail(text);
  }),
  'batching-round-trip': connected(async (connection) => {
    connection.log.clear();
    const sums = await Promise.all(TEN.map((each) => connection.api.add(each, 1)));
    const other = difference(
      TEN.map((each) => each + 1),
      sums,
    );
    if (other !== undefined) return fail(other);
    const trips = connection.log.roundTrips();
    return trips === 1 ? pass('one round trip') : fail(`${trips} round trips`);
  }),
  async 'batching-side-by-side'(kit) {
    using connection = await kit.connect();
    using observer = await kit.connect();
    const first = endingOf(() => connection.api.hold('gate'));
    let isOver = false;
    const second = endingOf(async () => {
      // Of two requests the later may arrive first, when there is nothing to release.
      while (!(await connection.api.release('gate')) && !isOver);
    });
    const ending = await first;
    isOver = true;
    // Calls that still wait are released, or the object would wait on.
    await observer.api.release('gate');
    await second;
    return ending.state === 'resolved'
      ? pass('both answer')
      : fail('the second waits for the first');
  },
};
