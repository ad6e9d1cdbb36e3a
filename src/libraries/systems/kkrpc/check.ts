import {
  type Check,
  checkFrame,
  expectFrame,
  frameLimits,
  isFields,
  limitFrame,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { checkAnnotated, checkSuperjson } from '../../../../bench-workers/guard/superjson-paths.ts';
import { closeCodes } from '../../../wire/limits.ts';
import { methodNames } from '../../../wire/service/arguments.ts';
import { HTTP } from './system.ts';

const MOST = {
  /** Characters of a request’s id; the library’s own have about 55. */
  id: 128,
  /** Characters and frames of an unfinished line, which the library scans again for each frame. */
  unfinished: 65_536,
  frames: 64,
} as const;

/** The library writes an absent list of callbacks as undefined. */
const USUAL = '{"values":{"callbackIds":["undefined"]},"v":1}';

/**
 * Names that a client may call: the methods, and a missing one for a question. The library would walk any path
 * (`a.b.c`) from the exposed object to the members of all objects.
 */
export const declared: ReadonlySet<unknown> = new Set([...methodNames, 'noSuchMethod']);

/** Messages by their types: whether their arguments are a list. */
const types = new Map<unknown, (args: unknown) => boolean>([
  ['request', Array.isArray],
  ['callback', Array.isArray],
  ['response', isFields],
]);

/** A request over HTTP is one line, and may go without its end. */
export const makeCheck = (arm: string, hold?: (bytes: number) => void): Check =>
  arm === HTTP ? checkLine : makeLineCheck(hold);

/** Lets whole lines through, each a message of the library: it writes other lines to the console. */
function makeLineCheck(hold?: (bytes: number) => void): Check {
  let unfinished = '';
  let frames = 0;
  let told = 0;
  return (text) => {
    const lines = `${unfinished}${text}`.split('\n');
    unfinished = lines.pop() ?? '';
    frames = unfinished === '' ? 0 : frames + 1;
    if (unfinished.length !== told) hold?.((told = unfinished.length));
    limitFrame('unfinished', unfinished.length, MOST.unfinished, closeCodes.tooBig);
    limitFrame('frames', frames, MOST.frames, closeCodes.tooBig);
    limitFrame('calls', lines.length, frameLimits.calls);
    for (const line of lines) checkLine(line);
  };
}

const checkLine: Check = (line) => {
  const text = line.trim();
  if (text === '') return;
  // A line may have come in parts.
  checkFrame(text);
  const parsed = parseFrame(text);
  // By this beginning the library tells superjson, in each of its arms.
  const isSuperjson = text.startsWith('{"json":');
  const message = isSuperjson && isFields(parsed) ? parsed['json'] : parsed;
  expectFrame(isFields(message), 'a message of kkrpc');
  const { type, id, method, args } = message;
  const isMessage =
    typeof id === 'string' &&
    id.length <= MOST.id &&
    typeof method === 'string' &&
    types.get(type)?.(args) === true;
  expectFrame(isMessage, 'a request, a response or a callback of kkrpc');
  expectFrame(type !== 'request' || declared.has(method), 'a declared method');
  if (isSuperjson && isFields(parsed) && checkAnnotated(text, USUAL)) {
    checkSuperjson(message, parsed['meta']);
    checkPaths(parsed['meta']);
  }
};

/** Lets annotations of arguments through. Others could replace the method by an argument. */
function checkPaths(meta: unknown): void {
  const { values, referentialEqualities: equal } = Object(meta) as Record<
    string,
    Record<string, unknown>
  >;
  const equals = Object.entries(equal ?? {}).flatMap(([path, places]) => [path, places].flat());
  const paths = [...Object.keys(values ?? {}), ...equals];
  const areOfArguments = paths.every((path) => /^(args|callbackIds)(\.|$)/.test(String(path)));
  expectFrame(areOfArguments, 'annotations of arguments alone');
}
