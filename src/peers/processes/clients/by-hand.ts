import type { Asking } from '../../by-hand.ts';
import type { ServedOperations } from '../operations.ts';
import { countCalls } from './count-calls.ts';

/** What the other end offers, asked by hand. */
export function operationsOf(asking: Asking): ServedOperations {
  return {
    echo: (value) => asking.ask('echo', [value]),
    addAll: (pairs) => asking.ask('addAll', [pairs]),
    upload: (data) => asking.ask('upload', [data]),
    downloadText: (length) => asking.ask('downloadText', [length]),
    downloadBytes: (length) => asking.ask('downloadBytes', [length]),
    answered: () => asking.ask('answered', []),
    residentSet: () => asking.ask('residentSet', []),
    calledBack: (count) => countCalls(count, (called) => asking.ask('callBack', [count], called)),
  };
}
