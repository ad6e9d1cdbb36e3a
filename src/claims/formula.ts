/** Formulas over results: JSONata with functions that read the results of an entry's study. */
import jsonata, { type ExprNode } from 'jsonata';
import type { Unit } from '../harness/record/index.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { functionsOver, type Reading, type Reads } from './functions.ts';
import { resultFields, type Scope, show } from './scope.ts';

/** A formula with what it stands in. */
export interface Formula {
  text: string;
  /** File and field that hold it, for errors: `content/entries/….mdx claims.3.of`. */
  field: string;
  /** Unit that its value is stated in. A figure that is merely read must have it. */
  unit?: Unit | undefined;
  /** Whether it may read nothing, as a text about what the record holds may. */
  mayReadNothing?: boolean;
}

/** What a formula gives and where it comes from. */
interface Evaluated {
  /** Numbers, texts, truth values, or a list of these that is not empty. Every number is finite. */
  value: unknown;
  /** Where it comes from; quoted or measured as the results are that it reads. */
  from: Quantity['from'];
  /** Whether it merely reads a figure, or both ends of a range; of a median with its own interval. */
  isPlain: boolean;
  /** Whether it compares by `<` or `>`, so that digits which were not printed may decide. */
  comparesSizes: boolean;
  reads: Reads;
}

interface Compiled {
  expression: jsonata.Expression;
  plain: readonly PlainRead[] | undefined;
  comparesSizes: boolean;
  /** Whether it reads a record or the configuration. */
  readsData: boolean;
}

/** Functions of JSONata that give something else each time. */
const unstable = ['random', 'shuffle', 'now', 'millis', 'eval'];

/** By text: the same formula often stands in many entries. */
const compiled = new Map<string, Promise<Compiled>>();

/** Figures as the numbers that they are. */
const asTheyAre: Reading = { take: ({ value }) => value };

/**
 * Evaluates a formula.
 *
 * @param reading how figures are taken; as printed unless it says otherwise
 * @throws Error naming file, field and formula, with the value got and expected: when it cannot be
 *   read, when a result, figure or record it names is missing, when it gives nothing, or a number
 *   that is not finite, or a figure in another unit than the one it is stated in
 */
export function evaluate(
  formula: Formula,
  scope: Scope,
  reading: Reading = asTheyAre,
): Promise<Evaluated> {
  return naming(formula, async () => {
    const reads: Reads = { unit: undefined, results: new Map() };
    const functions = functionsOver(scope, reads, reading);
    const { expression, plain, comparesSizes } = await readyToRun(formula, Object.keys(functions));
    const value: unknown = await expression.evaluate(undefined, functions);
    checkValue(value);
    if (plain) checkUnit(formula.unit, plain, reads);
    return {
      value: plainValue(value),
      from: sourceOf(formula.text, reads),
      isPlain: plain !== undefined,
      comparesSizes,
      reads,
    };
  });
}

function sourceOf(text: string, { results }: Reads): Quantity['from'] {
  if (/\$answered\b/.test(text)) return 'estimated';
  const isMeasured = [...results.values()].some(({ kind }) => kind === 'measured');
  return isMeasured ? 'measured' : 'quoted';
}

/** @throws Error when it reads nothing although it must */
async function readyToRun(formula: Formula, ours: readonly string[]): Promise<Compiled> {
  const compiled = await compile(formula.text, ours);
  if (compiled.readsData || formula.mayReadNothing) return compiled;
  throw new Error('got a formula that reads nothing, expected one that reads a record');
}

async function naming<Value>(formula: Formula, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (cause) {
    // JSONata throws objects that are no errors, with a message.
    const reason = (cause as { message?: unknown } | null)?.message ?? cause;
    throw new Error(`${formula.field}: ${String(reason)}, in the formula ${formula.text}`, {
      cause,
    });
  }
}

/**
 * Evaluates a formula to one number or several.
 *
 * @throws Error as `evaluate`, and when the value is anything else
 */
export async function evaluateNumbers(
  formula: Formula,
  scope: Scope,
  reading?: Reading,
): Promise<Evaluated & { numbers: number[] }> {
  const evaluated = await evaluate(formula, scope, reading);
  const { value } = evaluated;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const numbers = list.filter((each) => typeof each === 'number');
  if (numbers.length === list.length) return { ...evaluated, numbers };
  throw new Error(
    `${formula.field}: got ${show(value)}, expected a number or a list of numbers, in the formula ${formula.text}`,
  );
}

/** @param ours names of the functions that read */
function compile(text: string, ours: readonly string[]): Promise<Compiled> {
  const expression = compiled.get(text) ?? compileAfresh(text, ours);
  compiled.set(text, expression);
  return expression;
}

async function compileAfresh(text: string, ours: readonly string[]): Promise<Compiled> {
  const expression = jsonata(text);
  const ast = expression.ast();
  const { variables, fields } = freeNames(ast);
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
  return {
    expression,
    plain: plainReads(text),
    comparesSizes: comparesSizes(ast),
    readsData: own.some((name) => name !== 'every'),
  };
}

/** Whether JSONata has a function of that name. */
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

function checkUnit(stated: Unit | undefined, plain: readonly PlainRead[], reads: Reads): void {
  if (stated === undefined) return;
  for (const { units } of plain) {
    const known = units ?? (reads.unit === undefined ? [] : [reads.unit]);
    if (known.length > 0 && !known.includes(stated)) {
      const expected = known.map((unit) => `"${unit}"`).join(' or ');
      throw new Error(`got unit "${stated}", expected ${expected}, in which the figure stands`);
    }
  }
}

/** JSONata marks its lists with hidden fields; what leaves here is an ordinary one. */
function plainValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(plainValue) : value;
}

// What can be told of a formula from its text.

/** A read of one figure that a formula gives unchanged. */
interface PlainRead {
  /** Function that reads it. */
  reader: string;
  /** Units it can be stated in; undefined where its record or the configuration says which. */
  units: readonly Unit[] | undefined;
}

const literal = String.raw`\s*(?:"[^"]*"|'[^']*'|\d+)\s*`;
/** `$f("gain")` and `$r("slow", "add", 2).totalMs`: a function of literals, or a field of what it gives. */
const read = new RegExp(String.raw`\$(\w+)\(${literal}(?:,${literal})*\)(?:\.(\w+))?`, 'g');
const readers = ['f', 'low', 'high', 'config', 'median'];

/** What a formula reads, if reading is all it does: one figure, or the two ends of a range in a list. */
function plainReads(text: string): PlainRead[] | undefined {
  const rest = text.replaceAll(read, '');
  const found = [...text.matchAll(read)].map(([, reader = '', field]): PlainRead | undefined => {
    if (reader === 'r')
      return field !== undefined && resultFields[field]
        ? { reader, units: resultFields[field] }
        : undefined;
    if (field !== undefined || !readers.includes(reader)) return undefined;
    return { reader, units: reader === 'median' ? ['ms'] : undefined };
  });
  const isPlain = found.length > 0 && found.every((each) => each !== undefined);
  return isPlain && /^[\s(]*(\[[\s,]*\])?[\s)]*$/.test(rest) ? found : undefined;
}

/** Every node of a formula. */
function* nodesOf(node: unknown): Generator<Partial<ExprNode>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node;
  for (const inner of Object.values(node)) yield* nodesOf(inner);
}

/** Whether a formula compares by size anywhere, and not by sameness alone. */
function comparesSizes(ast: ExprNode): boolean {
  const sizes = ['<', '<=', '>', '>='];
  return [...nodesOf(ast)].some(
    ({ type, value }) => type === 'binary' && sizes.includes(String(value)),
  );
}

/**
 * Variables and functions, with `$`, and fields that the formula does not give a value itself.
 * JSONata would make nothing of one that does not exist, in silence.
 */
function freeNames(ast: ExprNode): { variables: string[]; fields: string[] } {
  const nodes = [...nodesOf(ast)];
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
