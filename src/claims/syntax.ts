/** What can be told of a formula from its text: whether it merely reads, and which names it uses. */
import type { ExprNode } from 'jsonata';
import type { Unit } from '../harness/quoted-record.ts';
import { resultFields } from './result-fields.ts';

/** A formula that gives one figure unchanged. */
export interface PlainRead {
  /** Function that reads it. */
  reader: 'r' | 'f' | 'low' | 'high' | 'config' | 'median';
  /** Units it can be stated in; undefined where its record or the configuration says which. */
  units: readonly Unit[] | undefined;
}

/** The function called, where all its arguments are texts. */
function calledWithTexts({ type, procedure, arguments: given = [] }: ExprNode): unknown {
  const isPlain = type === 'function' && procedure?.type === 'variable';
  return isPlain && given.every((each) => each.type === 'string') ? procedure.value : undefined;
}

/** What a formula reads, if reading is all it does: one figure, or the two ends of a range. */
export function plainReads(node: ExprNode): PlainRead[] | undefined {
  const { type, expressions = [], steps = [] } = node;
  if (type === 'block' && expressions.length === 1) return plainReads(expressions[0] as ExprNode);
  if (type === 'unary' && node.value === '[') {
    const inner = expressions.map(plainReads);
    const isPlain = inner.length > 0 && inner.every((each) => each !== undefined);
    return isPlain ? inner.flat() : undefined;
  }
  // The types of JSONata leave this one out.
  if (String(type) === 'path') {
    const [call, field, ...rest] = steps;
    if (!call || field?.type !== 'name' || rest.length > 0) return undefined;
    const units = resultFields[String(field.value)];
    const isRead = calledWithTexts(call) === 'r' && units !== undefined && !call.stages;
    return isRead ? [{ reader: 'r', units }] : undefined;
  }
  const reader = calledWithTexts(node);
  if (reader === 'median') return [{ reader, units: ['ms'] }];
  const isReader = reader === 'f' || reader === 'low' || reader === 'high' || reader === 'config';
  return isReader ? [{ reader, units: undefined }] : undefined;
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
