import type { DryRun } from './dry-run.ts';
import { name, type Outcome, type Release } from './release.ts';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  released: 'is out and passed every check',
  refused: 'was refused before it had traffic; what was out is untouched',
  'rolled-back': 'failed with traffic, and the version before is out again',
  failed: 'failed, and nothing that passes its checks is out',
};

/** How a deploy ended, for a terminal. */
export function releaseText({ commit, outcome, why, steps }: Release): string {
  const lines = steps.map(
    ({ ok, what, seconds }) =>
      `  ${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${what}`,
  );
  return [`${name(commit)} ${OUTCOMES[outcome]}.`, ...(why === null ? [] : [why]), ...lines].join(
    '\n',
  );
}

/** What a dry run tried, for a terminal. */
export function dryRunText({ rehearsals, objectsKept, ok, seconds }: DryRun): string {
  const parts = rehearsals.map((each) => {
    const asExpected = each.outcome === each.expected ? 'as it must' : `expected ${each.expected}`;
    return `${each.title} (${asExpected}): ${releaseText(each)}\n`;
  });
  return [
    ...parts,
    objectsKept
      ? 'Objects that the first version wrote counted on under every version.'
      : 'Objects that the first version wrote did NOT count on under every version.',
    `${ok ? 'The dry run ended as it must' : 'The dry run FAILED'}, after ${seconds} s without the build.`,
  ].join('\n');
}
