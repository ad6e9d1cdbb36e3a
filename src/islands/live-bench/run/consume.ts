/**
 * Takes every event of a generator and waits for each to be dealt with before it asks for the
 * next. Where dealing with one fails, the generator is ended as well.
 */
export async function consume<Event, End>(
  events: AsyncGenerator<Event, End>,
  take: (event: Event) => Promise<void> | void,
): Promise<End> {
  for (;;) {
    const step = await events.next();
    if (step.done === true) return step.value;
    try {
      await take(step.value);
    } catch (error) {
      await events.throw(error);
    }
  }
}
