/** `npm run claims`: what the sources stated, recomputed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckedClaim, plainClaim } from '../../claims/check.ts';
import { plainText } from '../../claims/format.ts';
import { verdicts } from '../../claims/verdict.ts';
import { digitNotes } from '../../claims/words.ts';
import { formatQuantity } from '../../numbers/quantity.ts';
import { clientName } from '../../results/names.ts';
import { outlines } from '../../studies/outlines.ts';
import { oneOf, runCommand, UsageError } from '../shared/args.ts';
import { readClaims, readState } from './read.ts';
import { RECORDED, readRecorded, refused } from './recorded.ts';
import { packWording, unpackWording } from './wording.ts';

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

/** Notes the state, unless something changed that may not. */
async function record(root: string): Promise<number> {
  const [before, now] = [await readRecorded(root), await readState(root)];
  const refusals = refused(before, now);
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
  await writeFile(join(root, RECORDED), `${JSON.stringify(now, undefined, 2)}\n`);
  const { entries, records } = now;
  console.log(
    `${RECORDED}: ${Object.keys(entries).length} entries, ${Object.keys(records).length} records`,
  );
  return 0;
}

/** Writes the fingerprints of a document’s wording to its file. @param files with the text of it */
async function fingerprint(source: string, files: readonly string[]): Promise<number> {
  if (files.length === 0) {
    throw new UsageError(`--wording: got ${source} alone, expected files with its text as well`);
  }
  const path = join('content/sources', `${source}.json`);
  const held = await readFile(path, 'utf8');
  const wording = packWording(await Promise.all(files.map((file) => readFile(file, 'utf8'))));
  const field = `"wording": "${wording}"`;
  // As text: a file written anew would lose its layout.
  const written = /"wording": "[^"]*"/.test(held)
    ? held.replace(/"wording": "[^"]*"/, field)
    : held.replace(/\s*\}\s*$/, `,\n  ${field}\n}\n`);
  await writeFile(path, written);
  console.log(`${path}: ${unpackWording(wording).size} runs of words.`);
  return 0;
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run claims',
        'npm run claims -- --study lumenize-vs-capnweb --json',
        'npm run claims -- --record',
        'npm run claims -- --wording kkrpc-journal journal.md readme.md',
      ],
      about: [
        'Recomputes every number and comparison that the source documents state, from the results, and',
        'says of each whether it holds. A claim that does not hold is the source’s matter: the exit code',
        'is 1 only when a formula, a record or an entry is broken. With --record it notes what entries',
        `claim and quoted records hold in ${RECORDED}, which a test compares: a claim that changed needs a`,
        'new item under corrections: of its entry first, and a record never changes. With --wording it',
        'takes a document of content/sources and texts of it: the document, and files beside it that were',
        'read. It writes the fingerprints of all their runs of eight words to its file, and keeps no text. A',
        'test then finds eight words in a row that a page shares with them outside of quotation marks.',
      ].join('\n'),
      flags: {
        study: { value: '<id>', help: 'only the entries of this study' },
        json: { help: 'one JSON document instead of the list' },
        record: { help: 'note the state of all entries, in place of the list' },
        wording: { value: '<document>', help: 'fingerprint its wording, from files with its text' },
      },
      positionals: true,
    },
    async ({ values, positionals }) => {
      if (values.wording !== undefined) return fingerprint(values.wording, positionals);
      const [name] = positionals;
      if (name !== undefined) throw new UsageError(`got "${name}", expected only flags`);
      if (values.record) return record(process.cwd());
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
