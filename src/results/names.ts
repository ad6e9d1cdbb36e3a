/** Names of libraries, operations, distances and results, and words for oddities, the same on every page and in every command. */
import { MARGIN, type RatioClass, type ArmFailure, type Notice } from '../core/statistics/index.ts';
import { findWorkload, type StudyOutline } from '../core/plan/index.ts';
import {
  CONTROL,
  type Outside,
  type QuotedSetting,
  type DiscardReason,
} from '../core/record/index.ts';
import { formatPercent, THIN, formatCount, formatDay } from './numbers/format.ts';
import type { SystemData } from '../wire/system-data.ts';
import type { LibraryCell } from './tables/table.ts';
import {
  type Client,
  type MeasuredResult,
  type Oddity,
  type Place,
  placeOf,
  type Result,
} from './result.ts';

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

/** A study as a run of it was planned: the control of the run is its own reference once more. */
export const asPlanned = <S extends Pick<StudyOutline, 'reference'>>(
  study: S,
  { plan }: Pick<MeasuredResult, 'plan'>,
): S => ({ ...study, reference: plan.reference });

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

/** A client, after “from”: `Node.js`, `a browser`. Between processes, the configuration names the runtime that calls. */
export function clientName(client: Client, setting?: Place['setting']): string {
  return setting === 'processes' && client === 'node' ? 'a process' : clients[client];
}

/** A distance: `same machine`, `25 ms round trip`. Nobody knows how far a client was from Cloudflare. */
export function distanceName({
  setting,
  roundTripMs,
}: Pick<Place, 'roundTripMs'> & Partial<Pick<Place, 'setting'>>): string {
  if (setting === 'deployed' || setting === 'preview') return 'Cloudflare';
  return roundTripMs === 0 ? 'same machine' : `${roundTripMs}${THIN}ms round trip`;
}

/** A distance under the head “Round trip”: `same machine`, `25 ms`. */
export const roundTripName = (place: Parameters<typeof distanceName>[0]): string =>
  distanceName(place).replace(' round trip', '');

/** The launches behind the numbers of a result: `one launch`, `12 launches`. */
export function launchesText({ launches }: Pick<MeasuredResult, 'launches'>): string {
  return launches === 1 ? 'one launch' : `${launches} launches`;
}

/** When and how a result was measured: `Published 22 November 2026: Node 24.21.0, 12 launches on one machine.` */
export function publishedText(result: MeasuredResult): string {
  const { startedAt, environment } = result;
  return `Published ${formatDay(startedAt)}: ${environment.runtime}, ${launchesText(result)} on one machine.`;
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

const sentences: Readonly<Record<Notice['name'], (by: number, to: string) => string>> = {
  clock: () =>
    'The shortest operation lasts less than ten steps of the clock, so only whole turns were timed.',
  drift: (by, to) =>
    to === ''
      ? 'Times grew or fell from session to session, so the machine or the network may have changed during the run.'
      : `Its ratio to ${to} changed by ${formatPercent(by)} from the first quarter of a launch to the last, so it is withheld.`,
  'two-humps': () =>
    'Times fall into two groups with little between them, so one median does not describe them.',
  busy: () => 'The machine was busy when the run began, so times may be longer than they need be.',
  'load-changed': (by) =>
    `The machine became ${by > 0 ? 'busier' : 'less busy'} during the run, so early and late sessions may differ.`,
  'carry-over': (by) =>
    `Its turns take up to ${Math.round(by * 100)} % longer after one configuration than after another.`,
};

/** A notice as a sentence. @param label the name of an arm */
export function noticeText({ name, by = 0, to }: Oddity, label: (arm: string) => string): string {
  return sentences[name](by, to === undefined ? '' : label(to));
}

const reasons: Readonly<Record<DiscardReason, string>> = {
  check: 'wrong outcome',
  closed: 'connection lost',
  connect: 'did not connect',
  error: 'call failed',
  hidden: 'page hidden',
  kept: 'connection was not new',
  stalled: 'stalled',
};

/** Why turns did not count: `stalled`. */
export function reasonName(reason: DiscardReason): string {
  return reasons[reason];
}

/** `stalled in 3 of 3 sessions: no answer within 5,000 ms` */
export function failureSentence({ reason, detail, sessions, of }: ArmFailure): string {
  const found = `${reasons[reason]} in ${formatCount(sessions)} of ${formatCount(of)} sessions`;
  return detail === undefined ? found : `${found}: ${detail.replace(/^a turn: /, '')}`;
}
