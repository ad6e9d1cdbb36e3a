/** What can be told of a formula from its text: whether it merely reads, and which names it uses. */
import type { ExprNode } from 'jsonata';
import type { Unit } from '../harness/record/index.ts';
import { resultFields } from './scope.ts';

/** A read of one figure that a formula gives unchanged. */
export interface PlainRead {
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
export function plainReads(text: string): PlainRead[] | undefined {
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
export function comparesSizes(ast: ExprNode): boolean {
  const sizes = ['<', '<=', '>', '>='];
  return [...nodesOf(ast)].some(
    ({ type, value }) => type === 'binary' && sizes.includes(String(value)),
  );
}

/**
 * Variables and functions, with `$`, and fields that the formula does not give a value itself.
 * JSONata would make nothing of one that does not exist, in silence.
 */
export function freeNames(ast: ExprNode): { variables: string[]; fields: string[] } {
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
