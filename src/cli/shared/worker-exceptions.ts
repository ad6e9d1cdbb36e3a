/** Exceptions in Workers from outside, each told once: workerd says them among much else, and not whose they are. */
import { say } from './args.ts';

/** The line of workerd about an exception, under its flag `--verbose`: of an Error its stack, or a text. */
const THROWN = /uncaught exception; source = Uncaught[^;]*; (stack|exception) = (.*)/;

/** A line of a stack: the function, and the file of the Worker’s module. */
const FRAME = /^ {4}at (.*?) ?\(?file:\/\/\/bundle\/([^:]+)/;

/** Goes before the code of a Worker. It reports an unhandled rejection in the words of an exception. */
export const REJECTIONS = `addEventListener('unhandledrejection', ({ reason }) => console.error('uncaught exception; source = Uncaught; ' + (reason?.stack ? 'stack = ' + reason.stack : 'exception = ' + reason)));`;

/**
 * Reads what workerd says, in pieces of any length.
 *
 * @param nameOf the name of a Worker by the file of its module; undefined for one that is not told of
 */
export function exceptionsTold(nameOf: (module: string) => string | undefined) {
  const told = new Set<string>();
  const tell = (name: string, what: string) => {
    const text = `${name} threw: ${what}`;
    if (!told.has(text)) say(text);
    told.add(text);
  };
  let rest = '';
  /** The first line of an exception whose Worker is not known yet. */
  let open: string | undefined;
  return (piece: string): void => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, kind, thrown] = THROWN.exec(line) ?? [];
      if (thrown !== undefined && kind === 'exception') tell('A Worker', thrown);
      else if (thrown !== undefined) open = thrown;
      else if (open !== undefined) {
        const [, frame = '', module] = FRAME.exec(line) ?? [];
        if (module === undefined) continue;
        const name = nameOf(module);
        if (name !== undefined) tell(name, frame === '' ? open : `${open} (in ${frame})`);
        open = undefined;
      }
    }
  };
}
