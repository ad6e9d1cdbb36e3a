/** The message of an error and its causes, without a full stop: `not reached: connect ECONNREFUSED 127.0.0.1:8788`. */
export function messageOf(error: unknown): string {
  // Several addresses were tried; each failed alike.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const own = error.message.replace(/\.$/, '') || error.name;
  return error.cause === undefined ? own : `${own}: ${messageOf(error.cause)}`;
}
