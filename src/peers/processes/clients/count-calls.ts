/**
 * Waits until a function has been called so often: nothing says that an answer comes after the calls
 * which were made before it.
 *
 * @param ask hands the function to the other end; what it rejects with is passed on
 * @returns how often it has been called by then
 */
export async function countCalls(
  count: number,
  ask: (called: () => void) => PromiseLike<unknown>,
): Promise<number> {
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let called = 0;
  if (count === 0) resolve();
  await ask(() => {
    called += 1;
    if (called === count) resolve();
  });
  await all;
  return called;
}
