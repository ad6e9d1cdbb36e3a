/** `npm run claims`: what the sources stated, recomputed. */
import { outlines } from '../studies/outlines.ts';
import { oneOf, runCommand } from './args.ts';
import { claimsAsJson, claimsAsText } from './claims/print.ts';
import { readClaims } from './claims/read-claims.ts';

const command = {
  usage: ['npm run claims', 'npm run claims -- --study lumenize-vs-capnweb --json'],
  about: [
    'Recomputes every number and comparison that the source documents state, from the records, and',
    'says of each whether it holds. A claim that does not hold is the source’s matter: the exit code',
    'is 1 only when a formula, a record or an entry is broken.',
  ].join('\n'),
  flags: {
    study: { type: 'string', value: '<id>', help: 'only the entries of this study' },
    json: { type: 'boolean', help: 'one JSON document instead of the list' },
  },
} as const;

await runCommand(command, async ({ values }) => {
  const known = outlines.map(({ id }) => id);
  const study = values.study === undefined ? undefined : oneOf('--study', values.study, known);
  const claims = await readClaims(process.cwd(), study);
  console.log(values.json ? claimsAsJson(claims) : claimsAsText(claims));
  return 0;
});
