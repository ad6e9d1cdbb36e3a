/** Names of libraries, operations, distances and results, the same on every page and in every command. */
import { MARGIN, type RatioClass } from '../core/statistics/index.ts';
import { findWorkload, type StudyOutline } from '../core/plan/index.ts';
import { CONTROL, type Outside, type QuotedSetting } from '../core/record/index.ts';
import { formatPercent, THIN } from './numbers/format.ts';
import type { SystemData } from '../wire/system-data.ts';
import type { LibraryCell } from './tables/table.ts';
import { type Client, type MeasuredResult, type Place, placeOf, type Result } from './result.ts';

/**
 * A library in one configuration, by the id of its arm.
 *
 * @param quoted whether figures of an outside document are meant, which may be of other code than runs here
 */
export function libraryOf(
  { arms, reference }: Pick<StudyOutline, 'arms' | 'reference'>,
  id: string,
  quoted = false,
): LibraryCell {
  if (id === CONTROL) {
    const own = arms.find((arm) => arm.id === reference)?.label ?? reference;
    return { label: `${own}, again`, system: CONTROL, note: 'A/A control' };
  }
  const arm = arms.find((each) => each.id === id);
  const label = (quoted ? arm?.quotedLabel : undefined) ?? arm?.label ?? id;
  return { label, system: arm?.system ?? id };
}

/** A library that leads to its page. */
export function systemCell({ id, label }: Pick<SystemData, 'id' | 'label'>): LibraryCell {
  return { label, system: id, href: `/systems/${id}/` };
}

/** An operation by the id of its workload: `One write`. */
export function operationOf(study: Pick<StudyOutline, 'workloads' | 'maker'>, id: string): string {
  return findWorkload(study, id)?.label ?? id;
}

const clients: Readonly<Record<Client, string>> = {
  browser: 'a browser',
  node: 'Node.js',
  bun: 'Bun',
  deno: 'Deno',
  go: 'Go',
  unknown: 'an unnamed client',
};

/** `Cap’n Web’s`, `kkrpc’s`, `raw sockets’` */
export const possessive = (name: string): string => `${name}${name.endsWith('s') ? '’' : '’s'}`;

/** The library of a label in a sentence, without its configuration: `a plain WebSocket`. */
export function spokenName(label: string): string {
  const [name = ''] = label.split(',');
  return name.replace('Plain WebSocket', 'a plain WebSocket').replace(/^Plain/, 'plain');
}

/** A client, after “from”: `Node.js`, `a browser`. */
export function clientName(client: Client): string {
  return clients[client];
}

/** A distance: `same machine`, `25 ms round trip`. Nobody knows how far a client was from Cloudflare. */
export function distanceName({
  setting,
  roundTripMs,
}: Pick<Place, 'roundTripMs'> & Partial<Pick<Place, 'setting'>>): string {
  if (setting === 'deployed' || setting === 'preview') return 'Cloudflare';
  return roundTripMs === 0 ? 'same machine' : `${roundTripMs}${THIN}ms round trip`;
}

/** The launches behind the numbers of a result: `one launch`, `12 launches`. */
export function launchesText({ launches }: Pick<MeasuredResult, 'launches'>): string {
  return launches === 1 ? 'one launch' : `${launches} launches`;
}

/** The class of a ratio in words: `slower by 10 % or more`. */
export function className(of: RatioClass, margin = MARGIN): string {
  if (of === 'open') return 'cannot tell';
  if (of === 'within') return `within ${formatPercent(margin)}`;
  return of.replace('-by-margin', ` by ${formatPercent(margin)} or more`);
}

/** True of an id that one of the patterns fits; `*` stands for anything. */
export function isAmong(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const expression = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
    return new RegExp(`^${expression}$`).test(id);
  });
}

/** Settings in words. */
export const settingNames: Readonly<Record<QuotedSetting, string>> = {
  workerd: 'workerd on one machine',
  'wrangler-dev': 'wrangler dev, the development server',
  deployed: 'a deployed Worker',
  preview: 'a preview deployment',
  processes: 'processes on one machine',
  page: 'workers and frames of a page',
  local: 'a local machine',
};

/** Setting, client and distance; each empty where a record does not name it. */
function partsOf({ environment }: Pick<Result, 'environment'>): string[] {
  const { setting, runtime } = environment;
  const isNear = setting === 'processes' || setting === 'page' || setting === 'local';
  return [
    setting === 'local' ? 'local machine' : setting.replace('-', ' '),
    runtime === undefined ? '' : `from ${runtime}`,
    isNear ? '' : distanceName(placeOf({ environment })),
  ];
}

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(', ');

/** `workerd, from Node 24.21.0, 25 ms round trip` */
export function resultName(result: Pick<Result, 'environment'>): string {
  return joined(partsOf(result));
}

/** True of the result of a plan, whose records are its launches. */
const isOfPlan = (result: Result | undefined): boolean =>
  result?.kind === 'measured' && result.records === undefined;

/** `sockets-node` of `lumenize-vs-capnweb/sockets-node` */
const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1);

/** By its id the name of each result, with that of its plan or its number if another has the same name. */
export function resultNames(results: readonly Result[]): Map<string, string> {
  return namesOf(results, () => true);
}

/** The names of plans, else without the parts that all of them share: `sockets-node`, `25 ms round trip`. */
export function shortNames(results: readonly Result[]): Map<string, string> {
  if (results.length > 1 && results.every(isOfPlan)) {
    return new Map(results.map(({ id = '' }) => [id, slugOf(id)]));
  }
  return namesOf(results, (parts) => new Set(parts).size > 1);
}

/** @param isShown whether names have a part, by what that is of each result */
function namesOf(results: readonly Result[], isShown: (parts: readonly string[]) => boolean) {
  const parts = results.map(partsOf);
  const shown = parts[0]?.map((_, at) => isShown(parts.map((own) => own[at] ?? ''))) ?? [];
  const names = parts.map((own) => joined(own.filter((_, at) => shown[at])));
  return new Map(
    results.map(({ id = '' }, at) => {
      const name = names[at] ?? '';
      const alike = names.filter((each) => each === name).length;
      const number = names.slice(0, at + 1).filter((each) => each === name).length;
      const own = isOfPlan(results[at]) ? slugOf(id) : `record ${number}`;
      return [id, alike > 1 ? joined([name, own]) : name];
    }),
  );
}

const served: Readonly<Record<Outside['served'], string>> = {
  beside: 'served beside the others',
  bench: 'served by the bench itself',
  elsewhere: 'served by a deployment',
};

/** `Pairs: pairs 1.0.0; served beside the others; SHA-256 of its files db8d…` */
export function outsideText(outside: Outside): string {
  const { label, versions, served: by, origin, proxy, digest, changed } = outside;
  const libraries = Object.entries(versions).map((pair) => pair.join(' '));
  const address = origin === undefined ? '' : ` at ${origin}`;
  const parts = [
    libraries.length === 0 ? 'no versions given' : libraries.join(', '),
    digest === undefined ? `called by its address, ${origin}` : `${served[by]}${address}`,
    ...(proxy === undefined ? [] : [`through the proxy ${proxy}`]),
    ...(digest === undefined ? [] : [`SHA-256 of its files ${digest}`]),
    ...(changed ? ['its files changed while it was measured'] : []),
  ];
  return `${label}: ${parts.join('; ')}`;
}
