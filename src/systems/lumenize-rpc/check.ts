import {
  ensure,
  ensureReadable,
  isFields,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';
import { counterMethods } from '../../service/api.ts';
import { aliasesOf, checkLumenize } from '../lumenize/check.ts';

/** Where a message has a chain: in a call, and in a call that is an argument. */
const chains = ['operations', '__operationChain'] as const;

/**
 * A check of the messages of the published library, which follows any name from any value, `constructor`
 * included, and runs the head of a chain again for each later step of it: lets through chains that are
 * short, of the names given. A step that a client’s own chains share is written in another place.
 */
export function checkChains(publicNames: readonly string[]): Check {
  const names = new Set(publicNames);
  const isStep = (written: unknown, aliases: Record<string, unknown>): boolean => {
    const isElsewhere = isFields(written) && Object.keys(written).join() === '$ref';
    const step = isElsewhere ? aliases[String(written['$ref'])] : written;
    if (!isFields(step) || Object.hasOwn(step, '__proto__')) return false;
    const { type, key } = step;
    if (type === 'apply') return true;
    return (
      type === 'get' && (typeof key === 'number' || (typeof key === 'string' && names.has(key)))
    );
  };
  return (text, costs) => {
    checkLumenize(text, costs);
    const frame = parseSkeleton(text);
    const aliases = aliasesOf(frame);
    const left = [frame];
    for (let value = left.pop(); value !== undefined; value = left.pop()) {
      if (!isFields(value)) {
        if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
        continue;
      }
      for (const name of chains) {
        if (!Object.hasOwn(value, name)) continue;
        const chain = value[name];
        const isKnown = Array.isArray(chain) && chain.every((step) => isStep(step, aliases));
        ensureReadable(isKnown, 'chains of declared names');
        ensure('message.steps', chain.length, limits.message.steps);
      }
      for (const field of Object.values(value)) left.push(field);
    }
  };
}

/** The counter’s methods, and those of the cursor that one of them answers with. */
export const checkLumenizeRpc = checkChains([...counterMethods, 'next', 'position']);
