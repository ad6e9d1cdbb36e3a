/** `npm run deploy -- --comment`: what a reviewer wants to know of a pull request, as one comment. */
import { z } from 'zod';
import { RECORDED, readRecorded } from '../../../probes/recorded.ts';
import { addWorktree, commitOf, git } from '../../shared/checkout.ts';
import { temporaryFolder } from '../../shared/process-end.ts';
import { runCommand, UsageError } from '../../shared/args.ts';
import { buildSite } from '../../shared/pages.ts';
import { readJson } from '../../shared/workerd.ts';
import { commentText } from './comment.ts';
import { type Differences, differences, differencesSchema, type Revision } from './differences.ts';
import { readSite } from './site.ts';

/** The same for both revisions: an address that differs is no difference. */
const SITE = { benchOrigin: '', siteUrl: 'https://preview.example' };

const comparisonSchema = z.looseObject({
  rounds: z.number(),
  doubts: z.array(z.string().max(600)).max(50),
  rows: z.array(z.looseObject({})).max(500),
  slower: z
    .array(z.looseObject({ arm: z.string().max(100), workload: z.string().max(100) }))
    .max(500),
});

/** The parts of a revision that are compared: its site, built unless it is given, and its recorded probes. */
async function readRevision(root: string, revision: string, dist?: string): Promise<Revision> {
  const commit = await commitOf(root, revision);
  const recorded = await git(root, 'show', `${commit}:${RECORDED}`).catch(() => undefined);
  const probes = recorded === undefined ? [] : readRecorded(recorded).results;
  if (dist !== undefined) return { commit, probes, site: await readSite(dist) };
  const tree = await addWorktree(root, commit);
  await using built = await temporaryFolder('roundtrip-site');
  try {
    await buildSite(tree.directory, { ...SITE, outDir: built.path });
    return { commit, probes, site: await readSite(built.path) };
  } finally {
    tree.remove();
  }
}

/** @param dists folders with their sites, where these are built already */
async function compare(
  root: string,
  [base, head]: readonly [base: string, head: string],
  dists: readonly [base: string | undefined, head: string | undefined],
): Promise<Differences> {
  // One after the other: two builds at once would fill a small machine.
  const before = await readRevision(root, base, dists[0]);
  const after = await readRevision(root, head, dists[1]);
  const names = await git(root, 'diff', '--name-only', before.commit, after.commit);
  return differences(before, after, names.split('\n').filter(Boolean));
}

function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && url.origin === text) return text;
  throw new UsageError(`--address: got "${text}", expected an https origin`);
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run deploy -- --comment --base <revision> --head <revision> [flags]',
        'npm run deploy -- --comment --from <file> [--address <origin>] [--compared <file>]',
      ],
      about: `Says what differs between two revisions of the site: pages, new records with their verdicts,
claims, probes, sentences, weight, and whether the arms changed. Builds both from their own checkouts,
unless folders with what was built are given. The text is Markdown, for the comment of a pull request.`,
      flags: {
        base: { value: '<revision>', help: 'the revision before' },
        head: { value: '<revision>', help: 'the revision to look at' },
        'base-dist': { value: '<folder>', help: 'its site, built already' },
        'head-dist': { value: '<folder>', help: 'its site, built already' },
        from: { value: '<file>', help: 'differences that --json printed, instead of revisions' },
        address: { value: '<origin>', help: 'where the preview is' },
        serve: { value: '<command>', help: 'how to serve it where it is not deployed' },
        compared: { value: '<file>', help: 'what npm run compare -- --json printed' },
        json: { help: 'what differs as one JSON document instead of the comment' },
      },
    },
    async ({ values }) => {
      const { base, head, from, serve, compared, json } = values;
      const address = readAddress(values.address);
      const root = process.cwd();
      let found: Differences;
      if (from !== undefined) found = await readJson(from, differencesSchema);
      else {
        if (base === undefined || head === undefined) {
          const missing = base === undefined ? '--base' : '--head';
          throw new UsageError(`${missing}: got none, expected a revision`);
        }
        found = await compare(root, [base, head], [values['base-dist'], values['head-dist']]);
      }
      if (json) {
        console.log(JSON.stringify(found, undefined, 2));
        return 0;
      }
      const around = {
        address,
        serve,
        compared: compared === undefined ? undefined : await readJson(compared, comparisonSchema),
      };
      process.stdout.write(commentText(found, around));
      return 0;
    },
    argv,
  );
