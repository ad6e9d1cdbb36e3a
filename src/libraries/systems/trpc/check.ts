import {
  type Check,
  expectFrame,
  isFields,
  limitFrame,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { checkAnnotated, checkSuperjson } from '../../../../bench-workers/guard/superjson-paths.ts';
import { methods } from '../../../wire/service/arguments.ts';
import { HTTP_BATCH, HTTP_STREAM, SUPERJSON } from './system.ts';

export const MOST = {
  /** Calls of a message, each of which may be answered with an error of 2 kB. */
  calls: 1000,
  /** Those that the library answers itself: subscriptions, and errors of what it does not know or checks. */
  own: 100,
} as const;

/** A call without an input has an undefined one. */
const USUAL = '{"values":["undefined"],"v":1}';

/** Limits the calls of a message, and the values that superjson makes. The library answers a text that is no JSON. */
export function makeCheck(arm: string): Check {
  if (arm === HTTP_BATCH || arm === HTTP_STREAM) return checkBatch;
  return (text) => {
    const isAnnotated = arm === SUPERJSON && checkAnnotated(text, USUAL);
    // Most messages are a call by itself.
    if (!isAnnotated && !text.trimStart().startsWith('[')) return;
    const calls = [parseFrame(text)].flat();
    limitFrame('calls', calls.length, MOST.calls);
    limitFrame('own', calls.filter((call) => !isOfService(call)).length, MOST.own);
    if (!isAnnotated) return;
    for (const call of calls) {
      const params = isFields(call) ? call['params'] : undefined;
      checkInput(isFields(params) ? params['input'] : undefined);
    }
  };
}

/** True for a call that reaches the service, which counts it. */
function isOfService(call: unknown): boolean {
  if (!isFields(call) || call['method'] === 'subscription') return false;
  const { path } = Object(call['params']) as { path?: unknown };
  return typeof path === 'string' && isCounted(path);
}

/** True if the service counts the calls of a procedure. */
export const isCounted = (path: string): boolean =>
  path !== 'typeOf' && Object.hasOwn(methods, path);

/** The body of a batch over HTTP: its inputs by the places of their calls. */
const checkBatch: Check = (text) => {
  const inputs = parseFrame(text);
  limitFrame('calls', isFields(inputs) ? Object.keys(inputs).length : 0, MOST.calls);
};

function checkInput(input: unknown): void {
  if (input === undefined) return;
  expectFrame(isFields(input), 'an input as superjson writes it');
  checkSuperjson(input['json'], input['meta']);
}
