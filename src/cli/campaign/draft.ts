/** The file that an entry begins as: front matter filled from its result, and a frame for the text. */
import { stringify } from 'yaml';
import { clientName } from '../../results/names.ts';
import type { MeasuredResult } from '../../results/result.ts';
import type { CampaignPlan } from './plans.ts';

/** The line by which a draft is known: an entry without it is never written again. */
export const DRAFT =
  '{/* A draft of npm run campaign. Delete this line to keep what you write. */}';

/** @param place of the entry in the journal of its study */
export function draftOf(
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
