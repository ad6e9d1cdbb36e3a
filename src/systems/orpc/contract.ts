import { oc, type } from '@orpc/contract';
import type { Called } from '../../places/bench/operations.ts';

/**
 * The counter as client and server agree on it. Its types are declared and not checked: the service
 * looks at its arguments itself, for every system alike.
 */
export const contract = {
  increment: oc.input(type<number>()).output(type<number>()),
  getValue: oc.output(type<number>()),
  reset: oc.output(type<number>()),
  echo: oc.input(type<unknown>()).output(type<unknown>()),
  add: oc.input(type<{ a: number; b: number }>()).output(type<number>()),
  upload: oc.input(type<string>()).output(type<number>()),
  download: oc.input(type<number>()).output(type<string>()),
  fail: oc.output(type<never>()),
  cursorStart: oc.output(type<number>()),
  cursorNext: oc.input(type<number>()).output(type<number>()),
  cursorPosition: oc.input(type<number>()).output(type<number>()),
  ids: oc.input(type<number>()).output(type<number[]>()),
  nameOf: oc.input(type<number>()).output(type<string>()),
  calledBack: oc.input(type<{ count: number; call: Called }>()).output(type<number>()),
};
