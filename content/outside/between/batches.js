// The questions of the study call-delay, answered as bench-workers/between/server.ts does: a batch is announced, its
// calls are made, and their results are sent. Of a called object, the calls that reached it are counted.

/** Longest time of a batch, in ms. */
const BATCH_MS = 8000;

/** The result of a call. Both ends know it. */
export const effectOf = (n) => 2 * n;

/** Answers the questions of one socket. `call(n)` makes a call; `takeEffects()` asks the called object for its count. */
export function answerBatches(socket, call, takeEffects) {
  let effects = 0;
  let counting = Promise.resolve();
  let isCalled = false;
  const send = (answer) => socket.send(JSON.stringify(answer));

  async function run({ calls, order, first, writes }, id) {
    if (writes) throw new Error('batch: got calls that write, expected calls that do not');
    const progress = { returned: 0, over: false };
    const one = async (at) => {
      const value = await call(first + at);
      progress.returned += 1;
      return value;
    };
    const all = Array.from({ length: calls }, (_, at) => at);
    const made = async () => {
      if (order === 'at-once') return Promise.all(all.map(one));
      const results = [];
      for (const at of all) {
        if (progress.over) break;
        results.push(await one(at));
      }
      return results;
    };
    send({ id, begun: true });
    // The answer must be on its way before the calls begin.
    await scheduler.wait(0);
    isCalled = true;
    const { promise: givenUp, resolve } = Promise.withResolvers();
    const timer = setTimeout(() => resolve({ id, returned: progress.returned }), BATCH_MS);
    try {
      return await Promise.race([made().then((results) => ({ id, results })), givenUp]);
    } finally {
      clearTimeout(timer);
      progress.over = true;
    }
  }

  socket.addEventListener('message', async (event) => {
    let id = -1;
    try {
      const { id: asked, batch } = JSON.parse(event.data);
      id = asked;
      await counting;
      if (batch === undefined) send({ id, effects });
      else {
        send(await run(batch, id));
        if (!isCalled) return;
        counting = takeEffects().then((count) => {
          effects += count;
        });
        counting.catch(() => undefined);
      }
    } catch (error) {
      send({ id, error: String(error) });
    }
  });
  socket.addEventListener('close', () => socket.close());
}
