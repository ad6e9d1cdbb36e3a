/** Names, numbers and verdicts of a result as words: the same for pages, files and the terminal. */
import {
  formatBytes,
  formatCount,
  formatEnds,
  formatMsRange,
  formatPercent,
  formatRatio,
  NONE,
  THIN,
} from '../numbers/format.ts';
import {
  type ArmOutline,
  findWorkload,
  quotedArm,
  type Study,
  type StudyOutline,
} from '../harness/plan/index.ts';
import {
  type NetworkLink,
  type QuotedSetting,
  CONTROL,
  type DiscardReason,
} from '../harness/record/index.ts';
import type {
  Estimate,
  Failure,
  Interval,
  Traffic,
  ControlCheck,
} from '../harness/statistics/index.ts';

export const settingNames: Record<QuotedSetting, string> = {
  workerd: 'workerd on a local machine',
  'wrangler-dev': 'wrangler dev, the development server',
  deployed: 'a deployed Worker',
  preview: 'a preview deployment',
  processes: 'processes of one machine',
  page: 'workers and frames of a page',
  local: 'a local machine',
};

/** A setting inside a sentence: `under wrangler dev`. */
export function placeOf(setting: QuotedSetting): string {
  const texts: Record<QuotedSetting, string> = {
    workerd: 'on workerd',
    'wrangler-dev': 'under wrangler dev',
    deployed: 'on a deployed Worker',
    preview: 'on a preview deployment',
    processes: 'between processes of one machine',
    page: 'inside a page',
    local: 'on a local machine',
  };
  return texts[setting];
}

/** Where a record ran: one over a link that delays is from another place than one without. */
export interface Place {
  setting: QuotedSetting;
  network?: NetworkLink | undefined;
}

/** The server of a place: `workerd on a local machine, 25 ms away (simulated network, jitter 2 ms)`. */
export function serverName({ setting, network }: Place): string {
  return `${settingNames[setting]}${awayText(network)}`;
}

/** What a delaying proxy adds to the name of a place; empty without one. */
export function awayText(network: NetworkLink | undefined): string {
  if (network === undefined) return '';
  const { roundTripMs, jitterMs } = network;
  const jitter = jitterMs === 0 ? '' : `, jitter ${jitterMs}${THIN}ms`;
  return `, ${roundTripMs}${THIN}ms away (simulated network${jitter})`;
}

export const discardNames: Record<DiscardReason, string> = {
  check: 'wrong outcome',
  closed: 'connection lost',
  connect: 'did not connect',
  error: 'call failed',
  hidden: 'page hidden',
  stalled: 'stalled',
};

/** `stalled in 3 of 3 sessions, at first thus: 1 of 10 clients stalled: no answer within 5,000 ms.` */
export function failureText({ reason, detail, sessions, of }: Failure): string {
  const found = `${discardNames[reason]} in ${formatCount(sessions)} of ${countOf(of, 'session')}`;
  // It begins with what was under way; that it was a turn goes without saying.
  return detail === undefined
    ? `${found}.`
    : `${found}, at first thus: ${detail.replace(/^a turn: /, '')}.`;
}

/** An interval's level, where it is not the usual 95 %: `93.8 %`. */
export function levelText(level: number): string | undefined {
  if (Math.abs(level - 0.95) < 0.0005) return undefined;
  return formatPercent(level, 1);
}

/** A median's interval with its unit: `0.231–0.260 ms`; empty without one. */
export function rangeText({ interval }: Estimate, decimals: number): string {
  return interval === undefined ? '' : formatMsRange(interval.low, interval.high, decimals);
}

/** What counts as equal: `no difference larger than 5 %`. @param margin its half-width, as a fraction */
export function equalText(margin: number): string {
  return `no difference larger than ${formatPercent(margin)}`;
}

/** What came out where the reference ran against itself: `0.98× (0.93–1.04). …` */
export function controlSentence({ ratio, resolution, flaw }: ControlCheck, margin: number): string {
  if (ratio?.interval === undefined || resolution === undefined) {
    const few = ratio?.sessions === undefined ? 'rounds' : 'sessions';
    return `Too few ${few} for an interval: what noise alone does is not known.`;
  }
  const { estimate, interval } = ratio;
  const own = `${formatRatio(estimate)} (${intervalText(interval)}).`;
  switch (flaw) {
    case 'differs':
      return `${own} The two are the same, so something disturbed this run: a difference of that size is no result.`;
    case 'wide':
      return `${own} Differences of less than ${formatPercent(resolution)} cannot be told from noise; the margin is ${formatPercent(margin)}.`;
    case 'no-interval':
    case undefined:
      return `${own} Noise alone moves a ratio by no more than ${formatPercent(resolution)}.`;
  }
}

/** Both ends of a ratio's interval, with the level where it is not 95 %: `0.93–1.04`. */
function intervalText(interval: Interval): string {
  const at = levelText(interval.level);
  return `${formatEnds(interval)}${at === undefined ? '' : `; ${at} interval`}`;
}

/** Both ends of a ratio's interval: `1.31–1.55`, `1.31–1.55 at 93.8 %`; empty without one. */
export function ratioRange(interval: Interval | undefined): string {
  if (interval === undefined) return '';
  const other = levelText(interval.level);
  return `${formatEnds(interval)}${other === undefined ? '' : ` at ${other}`}`;
}

/** Frames per operation, sent and received: `3 / 1`. */
export function framesText(frames: Traffic | undefined): string {
  return frames === undefined ? NONE : `${average(frames.out)} / ${average(frames.in)}`;
}

/** Round trips per operation: `1`, `2.50`. */
export function roundTripsText(roundTrips: number | undefined): string {
  return roundTrips === undefined ? NONE : average(roundTrips);
}

function average(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : value.toFixed(2);
}

/** Payload bytes per operation, sent and received: `145 / 60 B`; nothing where messages have no size. */
export function bytesText(bytes: Traffic | undefined): string {
  if (bytes === undefined || bytes.out + bytes.in === 0) return NONE;
  const [out, received] = [formatBytes(bytes.out), formatBytes(bytes.in)];
  const unit = `${THIN}B`;
  const shared = out.endsWith(unit) && received.endsWith(unit);
  return `${shared ? out.slice(0, -unit.length) : out} / ${received}`;
}

/** Names that begin small wherever they stand, as their authors write them. */
const smallNames =
  /^(?:kkrpc|birpc|clgrpc|[to]RPC|grpc-(?:go|js)|vscode-jsonrpc|durable-call|(?:process|stub)\.[a-z]+|postMessage)\b/;

/** A text as the beginning of a sentence; a name that begins small stays as it is. */
export function capital(text: string): string {
  if (smallNames.test(text)) return text;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `1 round`, `5 rounds` */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** How an arm is called and which system gives it its colour. */
export interface ArmName {
  label: string;
  /** How a sentence calls it. */
  spoken: string;
  system: string;
}

/** The names of a study's workloads, by id; an id without one stands for itself. */
export function workloadNames(
  study: Pick<StudyOutline, 'workloads' | 'free'>,
): (id: string) => string {
  return (id) => findWorkload(study, id)?.label ?? id;
}

/** How a sentence calls a workload's operation, before “takes”: `one call that writes`. */
export function spokenWorkload(
  study: Pick<StudyOutline, 'workloads' | 'free'>,
  workload: string,
): string {
  const { label = workload, spoken } = findWorkload(study, workload) ?? {};
  return spoken ?? `“${label}”`;
}

/** How an arm is called, by its id: as what is measured here, or as what quoted figures are of. */
export type ArmNames = (id: string, of?: 'quoted') => ArmName;

/** The names of a study's arms; the A/A control among them. */
export function armNames({
  arms,
  reference,
}: Pick<Study<never>, 'reference'> & { arms: readonly ArmOutline[] }): ArmNames {
  const find = (id: string): ArmOutline =>
    arms.find((arm) => arm.id === id) ?? { id, label: id, system: id };
  return (id, of) => {
    if (id === CONTROL) {
      const label = `${find(reference).label}, A/A control`;
      return { label, spoken: label, system: CONTROL };
    }
    const { label, system, spoken = label } = of === 'quoted' ? quotedArm(find(id)) : find(id);
    return { label, spoken, system };
  };
}
