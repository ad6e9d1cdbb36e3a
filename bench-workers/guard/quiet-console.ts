/** Most lines that a Worker’s process writes to its log in a minute. */
const LINES = 30;
const MINUTE_MS = 60_000;
const LONGEST = 200;

/**
 * Keeps what visitors send out of the operator’s log, and the log short: a library that prints a
 * message it could not read leaves the line, but of the message only its kind and length.
 */
export function quietConsole(): void {
  let minute = 0;
  let lines = 0;
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    const write = console[level].bind(console);
    console[level] = (first: unknown, ...rest: unknown[]) => {
      const now = Math.floor(Date.now() / MINUTE_MS);
      if (now !== minute) [minute, lines] = [now, 0];
      lines += 1;
      if (lines > LINES) return;
      const text = typeof first === 'string' ? first.slice(0, LONGEST) : kindOf(first);
      write(text, ...rest.map(kindOf));
      if (lines === LINES) write(`no more lines before the next minute: there were ${LINES}`);
    };
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `<text of ${value.length}>`;
  return value instanceof Error ? `<${value.constructor.name}>` : `<${typeof value}>`;
}
