/**
 * JSONata over intervals. Its operators take numbers alone, so that each becomes a function in the
 * tree of a formula, under the operator’s own sign; functions that take numbers are replaced by
 * their names. What is left as it is, such as `$round`, refuses an interval.
 *
 * A comparison asks what may be so, of some values inside both intervals, or what must be so, of all
 * of them. So `and`, `or` and `$every` of comparisons that may be so are true too often, never too
 * rarely, and of those that must be so the other way round. `$not` is refused for that reason.
 */
import { show } from './scope.ts';
import {
  absolute,
  add,
  average,
  divide,
  isPrintedAlike,
  isQuantity,
  largest,
  mayBeEqual,
  mayBeLess,
  multiply,
  negate,
  type Quantity,
  smallest,
  subtract,
  sum,
} from './interval.ts';

const NEGATE = 'negative';

/** An operator in the tree of a formula; what JSONata’s types leave out is there too. */
interface Operation {
  type?: unknown;
  value?: unknown;
  lhs?: unknown;
  rhs?: unknown;
  expression?: unknown;
}

/** Operators of two sides that become functions. */
const SIGNS: readonly string[] = ['+', '-', '*', '/', '<', '<=', '>', '>=', '=', '!='];

/** Changes the tree of a formula in place, which its expression then evaluates. */
export function overIntervals(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const inner of Object.values(node)) overIntervals(inner);
  const { type, value, lhs, rhs, expression } = node as Operation;
  if (type === 'binary' && SIGNS.includes(String(value))) {
    Object.assign(node, callOf(String(value), [lhs, rhs]));
  }
  if (type === 'unary' && value === '-') Object.assign(node, callOf(NEGATE, [expression]));
}

function callOf(name: string, given: readonly unknown[]) {
  const procedure = { type: 'variable', value: name };
  return { type: 'function', value: '(', procedure, arguments: given };
}

function quantity(value: unknown, name: string): Quantity {
  if (isQuantity(value)) return value;
  throw new Error(`got ${show(value)} for ${name}, expected a number`);
}

function quantities(value: unknown, name: string): Quantity[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw new Error(`got an empty list for $${name}, expected a number`);
  return list.map((each) => quantity(each, `$${name}`));
}

/** Whether two values are the same, quantities by a test of their own; lists item by item. */
function areSame(test: Compare) {
  const same = (a: unknown, b: unknown): boolean => {
    if (isQuantity(a) && isQuantity(b)) return test(a, b);
    if (Array.isArray(a) && Array.isArray(b)) {
      return a.length === b.length && a.every((each, index) => same(each, b[index]));
    }
    return a === b;
  };
  return same;
}

type Compare = (a: Quantity, b: Quantity) => boolean;

function ofTwo(name: string, compute: (a: Quantity, b: Quantity) => unknown) {
  return (a: unknown, b: unknown): unknown => compute(quantity(a, name), quantity(b, name));
}

function ofList(name: string, compute: (values: readonly Quantity[]) => Quantity) {
  return (values: unknown): Quantity => compute(quantities(values, name));
}

const mayBeAtMost: Compare = (a, b) => mayBeLess(a, b) || mayBeEqual(a, b);
// What must be so is what cannot be otherwise, or what the source itself prints alike.
const mustBeLess: Compare = (a, b) => !mayBeAtMost(b, a);
const mustBeAtMost: Compare = (a, b) => !mayBeLess(b, a) || isPrintedAlike(a, b);

/** Whether a comparison asks what may be so of some values, or what must be so of all. */
export type Mood = 'may' | 'must';

function comparisons(mood: Mood) {
  const isMay = mood === 'may';
  const [less, atMost] = isMay ? [mayBeLess, mayBeAtMost] : [mustBeLess, mustBeAtMost];
  const mayBeSame = areSame(mayBeEqual);
  const mustBeSame = areSame(isPrintedAlike);
  return {
    '<': ofTwo('<', less),
    '>': ofTwo('>', (a, b) => less(b, a)),
    '<=': ofTwo('<=', atMost),
    '>=': ofTwo('>=', (a, b) => atMost(b, a)),
    '=': isMay ? mayBeSame : mustBeSame,
    // What may differ is what need not be the same.
    '!=': (a: unknown, b: unknown) => !(isMay ? mustBeSame : mayBeSame)(a, b),
  };
}

/** What the functions of {@link overIntervals} are, and those of JSONata that take numbers. */
export function intervalFunctions(
  mood: Mood,
): Readonly<Record<string, (...given: unknown[]) => unknown>> {
  return {
    ...comparisons(mood),
    '+': ofTwo('+', add),
    '-': ofTwo('-', subtract),
    '*': ofTwo('*', multiply),
    '/': ofTwo('/', divide),
    [NEGATE]: (value) => negate(quantity(value, '-')),
    abs: (value) => absolute(quantity(value, '$abs')),
    max: ofList('max', largest),
    min: ofList('min', smallest),
    sum: ofList('sum', sum),
    average: ofList('average', average),
    not: () => {
      throw new Error('got $not, expected a comparison the other way round');
    },
  };
}
