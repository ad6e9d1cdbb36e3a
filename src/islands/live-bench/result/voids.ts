import type { MeasuredRecord } from '../../../harness/record.ts';
import type { ArmName } from './names.ts';
import { countOf, voidNames } from './words.ts';

/** The blocks that were left out, and why. */
export interface Voids {
  summary: string;
  lines: string[];
}

export function voidsOf(
  { blocks }: MeasuredRecord,
  labels: ReadonlyMap<string, string>,
  names: (id: string) => ArmName,
): Voids {
  const lines = blocks.flatMap(({ round, arm, workload, void: reason, detail }) => {
    if (reason === undefined) return [];
    const where = `Round ${round + 1}, ${names(arm).label}, ${labels.get(workload) ?? workload}`;
    return [`${where}: ${voidNames[reason]}${detail === undefined ? '' : ` (${detail})`}.`];
  });
  return {
    summary:
      lines.length === 0
        ? `All ${countOf(blocks.length, 'block')} counted.`
        : `${lines.length} of ${countOf(blocks.length, 'block')} void, and left out of every number above.`,
    lines,
  };
}
