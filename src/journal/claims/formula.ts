/** Formulas over results: JSONata with functions that read the results of an entry's study. */
import jsonata, { type ExprNode } from 'jsonata';
import type { Unit } from '../../core/record/index.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import { asTheyAre, type TakeFigure } from './corners.ts';
import { functionsOver, type Reads } from './functions.ts';
import { resultFields, type Scope, show } from './scope.ts';

/** A formula with what it stands in. */
export interface Formula {
  text: string;
  /** File and field that hold it, for errors: `content/entries/….mdx claims.3.of`. */
  field: string;
  /** Unit that its value is stated in. A figure that is merely read must have it. */
  unit?: Unit | undefined;
  /** True of a text about a record, which may read nothing. */
  mayReadNothing?: boolean;
}

/** The value of a formula and its origin. */
interface Evaluated {
  /** Numbers, texts, truth values, or a list of these that is not empty. Every number is finite. */
  value: unknown;
  /** Where it comes from; quoted or measured as the results are that it reads. */
  from: Quantity['from'];
  /** True of a formula that merely reads a figure, or both ends of a range. */
  isPlain: boolean;
  /** True of a formula that compares by `<` or `>`: digits which were not printed may decide it. */
  comparesSizes: boolean;
  reads: Reads;
}

interface Compiled {
  expression: jsonata.Expression;
  isPlain: boolean;
  comparesSizes: boolean;
  /** True of a formula that reads a record or the configuration. */
  readsData: boolean;
}

/** Functions of JSONata that give something else each time. */
const unstable = ['random', 'shuffle', 'now', 'millis', 'eval'];

/** By text: the same formula often stands in many entries. */
const compiled = new Map<string, Promise<Compiled>>();

/** Runs what may fail, and names in its error the field that it is about, with the formula of that field. */
export async function naming<Value>(
  { field, text }: { field: string; text?: string },
  run: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (cause) {
    // JSONata throws objects that are no errors, with a message.
    const reason = String((cause as { message?: unknown } | null)?.message ?? cause);
    const formula = text === undefined ? '' : `, in the formula ${text}`;
    throw new Error(`${field}: ${reason}${formula}`, { cause });
  }
}

/**
 * Evaluates a formula.
 *
 * @param take gives the number that stands for a figure; as printed unless it says otherwise
 * @throws Error naming file, field and formula, with the value got and expected: when it cannot be
 *   read, when a result, figure or record it names is missing, when it gives nothing, or a number
 *   that is not finite, or a figure in another unit than the one it is stated in
 */
export function evaluate(
  formula: Formula,
  scope: Scope,
  take: TakeFigure = asTheyAre,
): Promise<Evaluated> {
  const { text, unit, mayReadNothing = false } = formula;
  return naming(formula, async () => {
    const reads: Reads = { units: [], results: new Map() };
    const functions = functionsOver(scope, reads, take);
    const ready = compiled.get(text) ?? compile(text, Object.keys(functions));
    compiled.set(text, ready);
    const { expression, isPlain, comparesSizes, readsData } = await ready;
    if (!readsData && !mayReadNothing) {
      throw new Error('got a formula that reads nothing, expected one that reads a record');
    }
    const value: unknown = await expression.evaluate(undefined, functions);
    checkValue(value);
    if (isPlain) checkUnit(unit, reads);
    // JSONata marks its lists with hidden fields; a clone is an ordinary one.
    return {
      ...{ value: structuredClone(value), from: sourceOf(text, reads) },
      ...{ isPlain, comparesSizes, reads },
    };
  });
}

function sourceOf(text: string, { results }: Reads): Quantity['from'] {
  if (/\$answered\b/.test(text)) return 'estimated';
  const isMeasured = [...results.values()].some(({ kind }) => kind === 'measured');
  return isMeasured ? 'measured' : 'quoted';
}

/**
 * Evaluates a formula to one number or several.
 *
 * @throws Error as `evaluate`, and when the value is anything else
 */
export async function evaluateNumbers(
  formula: Formula,
  scope: Scope,
  take?: TakeFigure,
): Promise<Evaluated & { numbers: number[] }> {
  const evaluated = await evaluate(formula, scope, take);
  const list: unknown[] = [evaluated.value].flat();
  const numbers = list.filter((each) => typeof each === 'number');
  if (numbers.length === list.length) return { ...evaluated, numbers };
  return naming(formula, () => {
    throw new Error(`got ${show(evaluated.value)}, expected a number or a list of numbers`);
  });
}

/** @param ours names of the functions that read */
async function compile(text: string, ours: readonly string[]): Promise<Compiled> {
  const expression = jsonata(text);
  const nodes = [...nodesOf(expression.ast())];
  const { variables, fields } = freeNames(nodes);
  const own = variables.filter((name) => ours.includes(name));
  for (const name of variables) {
    if (own.includes(name) || (!unstable.includes(name) && (await isBuiltIn(name)))) continue;
    throw new Error(`got the unknown name $${name}, expected a function or a variable`);
  }
  for (const name of fields) {
    if (name in resultFields) continue;
    const known = Object.keys(resultFields).join(', ');
    throw new Error(`got the unknown field ${name}, expected one of ${known}`);
  }
  const sizes = ['<', '<=', '>', '>='];
  return {
    expression,
    isPlain: own.length > 0 && nodes.every(merelyReads),
    comparesSizes: nodes.some(
      ({ type, value }) => type === 'binary' && sizes.includes(String(value)),
    ),
    readsData: own.length > 0,
  };
}

async function isBuiltIn(name: string): Promise<boolean> {
  const known: unknown = await jsonata(`$exists($${name})`).evaluate(undefined);
  return known === true;
}

function checkValue(value: unknown): void {
  if (Array.isArray(value)) {
    if (value.length === 0) throw new Error('got an empty list, expected a value');
    value.forEach(checkValue);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`got ${value}, expected a finite number`);
  } else if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw new Error(
      `got ${typeof value === 'object' ? 'an object' : show(value)}, expected a number, a text, true or false`,
    );
  }
}

function checkUnit(stated: Unit | undefined, { units }: Reads): void {
  for (const known of units) {
    if (stated === undefined || known.length === 0 || known.includes(stated)) continue;
    const expected = known.map((unit) => `"${unit}"`).join(' or ');
    throw new Error(`got unit "${stated}", expected ${expected}, in which the figure stands`);
  }
}

/** Functions that give a figure as it is, and the parts of a formula that reads one, or both ends of a range. */
const readers = ['f', 'low', 'high', 'config', 'median', 'r'];
const parts = ['function', 'path', 'name', 'string', 'number', 'block'];

function merelyReads({ type, value }: Partial<ExprNode>): boolean {
  if (type === 'variable') return readers.includes(String(value));
  return parts.includes(String(type)) || (type === 'unary' && String(value) === '[');
}

/** Every node of a formula. */
function* nodesOf(node: unknown): Generator<Partial<ExprNode>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node;
  for (const inner of Object.values(node)) yield* nodesOf(inner);
}

/**
 * Variables and functions, with `$`, and fields that the formula does not give a value itself.
 * JSONata would make nothing of one that does not exist, in silence.
 */
function freeNames(nodes: ReadonlyArray<Partial<ExprNode>>) {
  const valuesOf = (type: string): string[] =>
    nodes.filter((node) => node.type === type).map(({ value }) => String(value));
  const bound = nodes.flatMap(({ type, arguments: given = [], lhs }) => {
    if (type === 'lambda') return given.map(({ value }) => String(value));
    const isBind = String(type) === 'bind' && lhs !== undefined && !Array.isArray(lhs);
    return isBind ? [String(lhs.value)] : [];
  });
  // `$` and `$$` are the context and the root.
  const given = new Set(['', '$', ...bound]);
  // An object made inside the formula names its fields by texts.
  const made = new Set(valuesOf('string'));
  return {
    variables: [...new Set(valuesOf('variable'))].filter((name) => !given.has(name)),
    fields: [...new Set(valuesOf('name'))].filter((name) => !made.has(name)),
  };
}
