import {
  type Check,
  expectFrame,
  frameLimits,
  isFields,
  limitFrame,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { methodNames } from '../../../wire/service/arguments.ts';
import { eachObject, makeCheck as makeProtocolCheck } from '../lumenize/check.ts';

/** Names that a client may follow: methods, members of their answers, and a missing one for a question. */
const declared: ReadonlySet<unknown> = new Set([
  ...methodNames,
  'next',
  'position',
  'advance',
  'whoami',
  'name',
  'address',
  'city',
  'label',
  'map',
  'noSuchMethod',
]);
/** Steps of a chain, whose beginning runs again for each later call. */
const STEPS = 6;
/** Fields with a chain: of a call, and of a call that is an argument. */
const CHAINS = ['operations', '__operationChain'] as const;

/**
 * Lets short chains of declared names through. The library would follow any name from any value, also `constructor`,
 * and it runs the beginning of a chain again for each later step.
 */
export function makeCheck(): Check {
  const checkProtocol = makeProtocolCheck();
  return (text) => {
    checkProtocol(text);
    const frame = parseFrame(text);
    const meta = isFields(frame) ? frame['meta'] : undefined;
    const aliases = isFields(meta) && isFields(meta['aliases']) ? meta['aliases'] : {};
    let chains = 0;
    eachObject(frame, (fields) => {
      for (const field of CHAINS) {
        if (!Object.hasOwn(fields, field)) continue;
        const chain = fields[field];
        // Of no steps, its answer would be the object itself, with a mark for each of its methods.
        const isChain = Array.isArray(chain) && chain.length > 0;
        const isKnown = isChain && chain.every((step) => isStep(step, aliases));
        expectFrame(isKnown, 'chains of declared names');
        limitFrame('steps', chain.length, STEPS);
        limitFrame('calls', (chains += 1), frameLimits.calls);
      }
    });
  };
}

/** A step that several chains share is written once, among the aliases. */
function isStep(written: unknown, aliases: Record<string, unknown>): boolean {
  const isShared = isFields(written) && Object.keys(written).join() === '$ref';
  const id = isShared ? written['$ref'] : undefined;
  // An object as an id would be made a text.
  const isId = typeof id === 'string' || typeof id === 'number';
  const step = isId ? aliases[id] : written;
  if (!isFields(step) || Object.hasOwn(step, '__proto__')) return false;
  const { type, key } = step;
  return type === 'apply' || (type === 'get' && (typeof key === 'number' || declared.has(key)));
}
