/**
 * Takes every event of a generator and waits for each to be dealt with before it asks for the
 * next. Dealing with one may end the generator: with an end of its own, or by failing.
 */
export async function consume<Event, End>(
  events: AsyncGenerator<Event, End>,
  take: (event: Event) => Promise<End | undefined>,
): Promise<End> {
  for (;;) {
    const step = await events.next();
    if (step.done === true) return step.value;
    let end: End | undefined;
    try {
      end = await take(step.value);
    } catch (error) {
      await events.throw(error);
    }
    if (end === undefined) continue;
    await events.return(end);
    return end;
  }
}
