/** What the panel of the network model is told, and what it says of a set of values. Pure: the build and the island write the same. */
import type { Mark } from '../figures/figure.ts';
import { formatDay, formatMs, formatPercent, msDecimals } from '../figures/format.ts';
import { callTime, gapOf, type CallTime } from '../network/source.ts';
import type { FromRun, RememberedRun, Roles } from '../network/remembered.ts';
import { type FieldId, modelOf, type Values } from '../network/values.ts';

/**
 * The systems that the model compares. Its values may be quoted of a library, or taken from a
 * reader’s run of this site’s implementation, so the name is one that both have.
 */
export const systems = [
  { id: 'lumenize', label: 'Lumenize' },
  { id: 'capnweb', label: 'Cap’n Web' },
] as const;

/** What the panel shows of a set of values. */
export type ResultView = ReturnType<typeof resultView>;

export function resultView(values: Values) {
  const { path, lumenize, capnweb } = modelOf(values);
  const times = {
    lumenize: callTime(path, lumenize, values.counting),
    capnweb: callTime(path, capnweb, values.counting),
  };
  const { ms, share } = gapOf(times.lumenize, times.capnweb);
  const longest = Math.max(times.lumenize.totalMs, times.capnweb.totalMs);
  // As many decimals as the gap needs, or the two times would look the same.
  const decimals = Math.max(msDecimals(ms), msDecimals(longest));
  const views = systems.map(({ id, label }) => ({
    id,
    label,
    ...barOf(times[id], longest, decimals),
  }));
  const gap = formatMs(ms);
  const percent = formatPercent(share, Math.abs(share) < 0.1 ? 1 : 0);
  const each = views.map(({ label, total }) => `${label} ${total}`).join(', ');
  return {
    systems: views,
    /** The gap in ms, with its sign where Lumenize RPC is the faster. */
    gap,
    /** The gap as a part of Cap’n Web’s time. */
    share: percent,
    /** All of it in one sentence, for those who cannot see the bars. */
    sentence: `${each}. Gap ${gap}, ${percent} of Cap’n Web’s time.`,
  };
}

function barOf(
  { latencyMs, transferMs, processingMs, totalMs }: CallTime,
  longest: number,
  decimals: number,
) {
  const width = (ms: number): number => (longest > 0 ? (100 * ms) / longest : 0);
  return {
    total: formatMs(totalMs, decimals),
    parts: `base latency ${partText(latencyMs)}, transfer ${partText(transferMs)}, processing ${partText(processingMs)}`,
    /** Length of each part, in per cent of the longer bar. */
    widths: {
      latency: width(latencyMs),
      transfer: width(transferMs),
      processing: width(processingMs),
    },
  };
}

/** A part of a time. One too short for the decimals is not called nothing. */
function partText(ms: number): string {
  return ms > 0 && ms < 0.0005 ? `under ${formatMs(0.001)}` : formatMs(ms);
}

/** When a run started: `21 November 2026, 05:24 UTC`. */
export function startedText({ startedAt }: Pick<RememberedRun, 'startedAt'>): string {
  return `${formatDay(startedAt)}, ${startedAt.slice(11, 16)} UTC`;
}

/** Where the reader’s own values come from, in sentences; an id without a name stands for itself. */
export function ownText(
  run: RememberedRun,
  { arms }: FromRun,
  names: Pick<NetworkConfig, 'workloads' | 'arms'>,
): string {
  const { runtime, setting, workload } = run;
  const measured = [arms.baseline, arms.lumenize, arms.capnweb]
    .map(({ arm, msPerOperation }) => `${names.arms[arm] ?? arm} ${formatMs(msPerOperation)}`)
    .join(', ');
  return `Measured in this browser, ${runtime}, on ${startedText(run)}, against ${setting.replace('-', ' ')}, with ${names.workloads[workload] ?? workload}. Medians per operation: ${measured}.`;
}

/** Where a value comes from: as for any number, or set here or in the address, or known to nobody. */
export type Origin = Mark | 'changed' | 'unknown';
export const origins = ['quoted', 'derived', 'measured', 'changed', 'unknown'] as const;

/** A network whose base latency and bandwidth can be taken over. */
export interface Preset {
  id: string;
  latency: number;
  bandwidth: number;
}

/** What the server-rendered markup tells the island, as JSON in a script element. */
export interface NetworkConfig {
  defaults: Values;
  /** Where the default of each field comes from. */
  origins: Record<FieldId, Origin>;
  presets: Preset[];
  /** Arms that a reader’s run must have. */
  roles: Roles;
  /** Names of the workloads, by id. */
  workloads: Record<string, string>;
  /** Names of the arms, by id. */
  arms: Record<string, string>;
}

/** The configuration as text for a script element: no `<` of it can end the element. */
export function writeConfig(config: NetworkConfig): string {
  return JSON.stringify(config).replaceAll('<', '\\u003c');
}

/** @param text what `writeConfig` wrote */
export function readConfig(text: string): NetworkConfig {
  return JSON.parse(text) as NetworkConfig;
}
