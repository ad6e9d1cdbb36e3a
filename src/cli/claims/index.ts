/** `npm run claims`: what the sources stated, recomputed. */
import { type CheckedClaim, plainClaim } from '../../claims/check.ts';
import { plainText } from '../../claims/format.ts';
import { verdicts } from '../../claims/verdict.ts';
import { digitNotes } from '../../claims/claim-table.ts';
import { formatQuantity } from '../../numbers/quantity.ts';
import { clientName } from '../../results/names.ts';
import { outlines } from '../../studies/outlines.ts';
import { oneOf, runCommand, UsageError } from '../shared/args.ts';
import { readClaims } from './read.ts';

function claimsAsText(claims: readonly CheckedClaim[]): string {
  const width = Math.max(...verdicts.map((verdict) => verdict.length));
  const blocks: string[] = [];
  for (const [study, inStudy] of Map.groupBy(claims, (claim) => claim.study)) {
    for (const [entry, own] of Map.groupBy(inStudy, (claim) => claim.entry)) {
      const lines = own.map((claim) => `  ${claim.verdict.padEnd(width)}  ${lineOf(claim)}`);
      blocks.push([`${study}/${entry}`, ...lines].join('\n'));
    }
    blocks.push(`${study}: ${countsOf(inStudy)}`);
  }
  return [...blocks, `All: ${countsOf(claims)}`].join('\n\n');
}

function lineOf(claim: CheckedClaim): string {
  const { text, stated, recomputed, against, likely, missing, today = [], answers = [] } = claim;
  const again = recomputed === undefined ? '' : `, recomputed ${plainText(recomputed)}`;
  const notes = [
    ...digitNotes(claim).map(plainText),
    against && `Against it: ${against.says}`,
    missing && `Missing: ${missing}`,
    likely && `Likely: ${likely}`,
    ...today.map(
      ({ figure, client, of }) =>
        `Today: ${plainText(formatQuantity(figure))} from ${clientName(client)}, ${of}`,
    ),
    ...answers.map(({ of, result, detail }) => `Tested here, ${of}: ${detail ?? result}`),
  ];
  return [`${text} (stated ${plainText(stated)}${again})`, ...notes.filter(Boolean)].join(' – ');
}

function countsOf(claims: readonly CheckedClaim[]): string {
  const counts = verdicts.map((verdict) => {
    const { length } = claims.filter((claim) => claim.verdict === verdict);
    return `${length} ${verdict}`;
  });
  return `${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}: ${counts.join(', ')}`;
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run claims', 'npm run claims -- --study lumenize-vs-capnweb --json'],
      about: [
        'Recomputes every number and comparison that the source documents state, from the results, and',
        'says of each whether it holds. A claim that does not hold is the source’s matter: the exit code',
        'is 1 only when a formula, a record or an entry is broken.',
      ].join('\n'),
      flags: {
        study: { value: '<id>', help: 'only the entries of this study' },
        json: { help: 'one JSON document instead of the list' },
      },
      positionals: true,
    },
    async ({ values, positionals }) => {
      const [name] = positionals;
      if (name !== undefined) throw new UsageError(`got "${name}", expected only flags`);
      const known = outlines.map(({ id }) => id);
      const study = values.study === undefined ? undefined : oneOf('--study', values.study, known);
      const claims = await readClaims(process.cwd(), study);
      console.log(
        values.json ? JSON.stringify(claims.map(plainClaim), undefined, 2) : claimsAsText(claims),
      );
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
