/** The columns of a case behind its times: bytes, the weight of a client, and what calls cost. */
import type { AcceptMode, Environment } from '../harness/record/index.ts';
import { retiredCosts, ways } from '../places/objects/list.ts';
import { type Recorded, weightOf } from '../probes/recorded.ts';
import type { Quantity } from '../numbers/quantity.ts';
import type { Row } from '../results/result.ts';
import { costOfCalls } from '../tables/costs.ts';
import type { ExtraColumn } from '../tables/library-table.ts';
import type { Case } from './cases.ts';

export interface CostSources {
  /** Recorded answers, which have the weight of each client. */
  recorded: Pick<Recorded, 'results'>;
}

const estimatedUsd = (value: number): Quantity => ({ value, unit: 'USD', from: 'estimated' });

/** Undefined where no row says what a call sends. */
function costOf(
  { billed }: Case,
  arm: string,
  accept: AcceptMode | undefined,
  row: Row | undefined,
): number | undefined {
  if (billed === 'objects') {
    const cost = ways.find((way) => way.arm === arm)?.cost ?? retiredCosts[arm];
    return cost && costOfCalls(cost);
  }
  if (accept === 'request') return costOfCalls({ requests: 1 });
  return row?.frames && costOfCalls({ messages: row.frames.out });
}

/** What becomes of the object while a client is connected. */
const awake: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'can hibernate',
  'in-memory': 'kept awake',
  request: 'no socket',
};

export function costColumns(
  own: Case,
  { accept }: Pick<Environment, 'accept'>,
  { recorded }: CostSources,
): ExtraColumn[] {
  const cost: ExtraColumn = {
    ...{ id: 'cost', label: 'A million calls', kind: 'number', note: '$' },
    of: (arm, row) => {
      const usd = costOf(own, arm, accept[arm], row);
      return usd === undefined ? '' : estimatedUsd(usd);
    },
  };
  if (own.billed === undefined) return [];
  if (own.billed === 'objects') return [cost];
  return [
    {
      ...{ id: 'bytes', label: 'Bytes a call', kind: 'number', note: 'B, both ways' },
      of: (_, row) =>
        row?.bytes === undefined
          ? ''
          : { value: row.bytes.out + row.bytes.in, unit: 'B', from: 'measured' },
    },
    {
      ...{ id: 'weight', label: 'Client', kind: 'number', note: 'kB, gzip' },
      of: (arm) => {
        const [system = '', name] = arm.split('/');
        const value = weightOf(recorded, system, name);
        return value === undefined ? '' : { value, unit: 'kB', from: 'measured' };
      },
    },
    cost,
    {
      ...{ id: 'awake', label: 'Object', kind: 'text', note: 'while connected' },
      of: (arm) => awake[accept[arm] ?? 'request'],
    },
  ];
}
