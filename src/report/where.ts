import { THIN } from '../figures/format.ts';
import type { Environment, MeasuredRecord } from '../harness/record/index.ts';
import type { QuotedContext } from './ratios.ts';
import { settingNames } from './words.ts';

/** One thing to know of where a run ran. */
export interface Fact {
  term: string;
  value: string;
}

/** Where, when and with what a run ran. */
export function facts(
  { environment, startedAt, seed, blocks }: MeasuredRecord,
  isolated?: boolean,
) {
  const { setting, origin, runtime, platform, cpuCount, thread, clockStepUs, colo } = environment;
  const machine = [platform, cpuCount === undefined ? undefined : `${cpuCount} processors`];
  const list: Array<[term: string, value: string | undefined]> = [
    ['Server', `${settingNames[setting]}, ${origin}`],
    ['Data centre', colo],
    ['Client', [runtime, ...machine].filter((each) => each !== undefined).join(', ')],
    ['Thread', threadText(thread)],
    ['Step of the clock', clockText(clockStepUs)],
    ['Cross-origin isolated', isolatedText(isolated)],
    ['Socket extensions', extensionsText(blocks)],
    ['Started', startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')],
    ['Commit of the Workers', commitText(environment)],
    ['Libraries', versionsText(environment)],
    ['Seed of the order', String(seed)],
  ];
  return list.flatMap(([term, value]): Fact[] => (value === undefined ? [] : [{ term, value }]));
}

/** Why this run and the quoted figures cannot be compared as if only the systems differed. */
export function settingNote({ setting }: Environment, quoted?: QuotedContext): string | undefined {
  if (quoted === undefined || setting === quoted.setting) return undefined;
  return `The quoted figures come from ${settingNames[quoted.setting]}, with ${quoted.runtime} as the client; yours from ${settingNames[setting]}, with a browser. The setting alone can change such a ratio by a factor of two, so the distance between the two is not one between systems.`;
}

function threadText(thread: Environment['thread']): string | undefined {
  switch (thread) {
    case 'worker':
      return 'a worker of its own';
    case 'page':
      return 'the page’s own, which also draws';
    case undefined:
      return undefined;
  }
}

function isolatedText(isolated: boolean | undefined): string | undefined {
  if (isolated === undefined) return undefined;
  return isolated ? 'yes, so the clock is as fine as it gets' : 'no';
}

function clockText(stepUs: number): string {
  return stepUs < 1000 ? `${stepUs}${THIN}µs` : `${stepUs / 1000}${THIN}ms`;
}

function commitText({ commit, dirty }: Environment): string {
  if (commit === undefined) return 'unknown';
  return `${commit.slice(0, 10)}${dirty === true ? ', with changes that were not committed' : ''}`;
}

function versionsText({ versions }: Environment): string | undefined {
  const entries = Object.entries(versions);
  if (entries.length === 0) return undefined;
  return entries.map(([name, version]) => `${name} ${version}`).join(', ');
}

function extensionsText(blocks: MeasuredRecord['blocks']): string | undefined {
  const seen = new Set(blocks.flatMap(({ extensions }) => extensions ?? []));
  if (seen.size === 0) return undefined;
  return [...seen].map((name) => (name === '' ? 'none' : name)).join('; ');
}
