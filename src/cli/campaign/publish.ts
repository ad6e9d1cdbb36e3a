/** The result of a plan’s launches, and the draft of its entry. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import type { SessionRecord } from '../../core/record/index.ts';
import { resultFile, writeResult } from '../../results/file.ts';
import { clientName } from '../../results/names.ts';
import { countOf } from '../../results/numbers/format.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { writeWithFolders } from '../shared/files.ts';
import { askedOf, firstGap, launchFolder, provenanceFields, readLaunches } from './launches.ts';
import { type CampaignPlan, FEWEST_LAUNCHES, flagsOf } from './plans.ts';

/** @returns paths of the files that were written, from the root, or why none was, in phrases */
export async function publishPlan(
  plan: CampaignPlan,
  { root, out }: { root: string; out: string },
): Promise<{ plan: string; written: string[]; refused: string[] }> {
  const { id, study } = plan;
  const records = await readLaunches(launchFolder(out, plan));
  const refused = [...obstacles(plan, records)];
  if (refused.length > 0) return { plan: id, written: [], refused };
  const [first, ...more] = records;
  if (first === undefined) return { plan: id, written: [], refused: ['it has no launch'] };
  const result = resultOf([first, ...more]);
  if (result.rows.every(({ counted }) => counted === 0)) {
    return { plan: id, written: [], refused: ['nothing in its launches counts'] };
  }
  const file = resultFile(`${study}/${id}`);
  await writeWithFolders(join(root, file), writeResult(result));
  const entry = await writeDraft(plan, result, root);
  return { plan: id, written: entry === undefined ? [file] : [file, entry], refused: [] };
}

/** Reasons against publishing launches, in phrases. */
function* obstacles(plan: CampaignPlan, records: readonly SessionRecord[]): Generator<string> {
  const { id } = plan;
  if (records.length < FEWEST_LAUNCHES) {
    const got = countOf(records.length, 'launch', 'launches');
    yield `it has ${got}, expected ${FEWEST_LAUNCHES} or more: npm run campaign -- ${flagsOf(plan)}`;
  }
  const [first] = records;
  for (const record of records) {
    const { launch, environment, partial } = record;
    if (launch?.plan !== id || first?.launch === undefined) {
      yield `a record of ${record.startedAt} is of ${launch?.plan ?? 'no campaign'}`;
      continue;
    }
    const { setting, commit, dirty, stale, outside = [] } = environment;
    const changed = outside.filter((each) => each.changed).map(({ label }) => label);
    const gap = firstGap(circumstancesOf(record), circumstancesOf(first));
    const faults = [
      setting === 'preview' && 'was taken from a preview',
      partial && 'is partial',
      commit === undefined && 'has no commit',
      dirty && 'ran code that differs from its commit',
      stale && 'called Workers of another commit',
      changed.length > 0 && `ran while the files of ${changed.join(', ')} changed`,
      gap && `differs from the first in ${gap}`,
    ].filter((fault) => typeof fault === 'string');
    yield* faults.map((fault) => `launch ${launch.number} ${fault}`);
  }
}

function circumstancesOf(record: SessionRecord) {
  const { study, environment, launch } = record;
  const { setting, colo, network, runtime, versions, generator, outside = [] } = environment;
  return {
    ...(launch && provenanceFields(launch)),
    ...askedOf(record),
    study,
    setting,
    colo,
    network,
    runtime,
    versions,
    generator,
    outside: outside.map((each) => [each.id, each.digest, each.versions]),
  };
}

/** Writes the draft of a plan’s entry, over an earlier one. @returns its path; undefined if there is a text already */
async function writeDraft(
  plan: CampaignPlan,
  result: MeasuredResult,
  root: string,
): Promise<string | undefined> {
  const folder = `content/entries/${plan.study}`;
  const file = join(folder, `${result.startedAt.slice(0, 10)}-${plan.id}.mdx`);
  const path = join(root, file);
  const there = existsSync(path) ? await readFile(path, 'utf8') : undefined;
  if (there !== undefined && !there.includes(DRAFT)) return undefined;
  const place = placeIn(there) ?? (await nextPlace(join(root, folder)));
  const style = await resolveConfig(path);
  await writeWithFolders(
    path,
    await format(draftOf(plan, result, place), { ...style, parser: 'mdx' }),
  );
  return file;
}

const placeIn = (text = ''): number | undefined => {
  const [, place] = /^place: (\d+)$/m.exec(text) ?? [];
  return place === undefined ? undefined : Number(place);
};

async function nextPlace(folder: string): Promise<number> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const entries = names.filter((name) => name.endsWith('.mdx'));
  const texts = await Promise.all(entries.map((name) => readFile(join(folder, name), 'utf8')));
  return 1 + Math.max(0, ...texts.map((text) => placeIn(text) ?? 0));
}

/** The line by which a draft is known: an entry without it is never written again. */
export const DRAFT =
  '{/* A draft of npm run campaign. Delete this line to keep what you write. */}';

/** @param place of the entry in the journal of its study */
function draftOf(
  { study, id, title }: CampaignPlan,
  result: MeasuredResult,
  place: number,
): string {
  const { startedAt, environment } = result;
  const front = {
    study,
    place,
    timestamp: startedAt,
    commit: environment.commit,
    title,
    description: `${title}.`,
    // For the author to fill.
    changed: [],
    settings: [environment.setting],
    vantage: vantageOf(result),
    systems: environment.versions,
    records: [`${study}/${id}`],
  };
  const yaml = stringify(front, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 160,
  });
  return `---
${yaml}---

${DRAFT}

## What was asked

## What the records show

{/* Numbers come from the records, by <Number>, <Ratio> and <Claim>. */}
`;
}

/** From where to where it was measured: `Node.js and the server on one machine.` */
function vantageOf({ rows: [row], environment: { colo } }: MeasuredResult): string {
  if (row === undefined) return '';
  const { client, place } = row;
  const name = clientName(client).replace(/^\w/, (letter) => letter.toUpperCase());
  if (place.setting === 'deployed') {
    const at = colo === undefined ? '' : `, data centre ${colo}`;
    return `${name}, and a server on Cloudflare${at}.`;
  }
  if (place.roundTripMs === 0) return `${name} and the server on one machine.`;
  // A test refuses figures with a unit that are typed into an entry.
  return `${name} and the server on one machine, with a simulated network between them.`;
}
