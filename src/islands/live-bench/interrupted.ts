/** What a run left behind whose page went away in the middle: kept as a result, and said. */
import { recordOf, type RunSoFar } from '../../harness/run/index.ts';
import { analyse } from '../../harness/statistics/index.ts';
import { writeRecord } from '../../harness/record/index.ts';
import { addResult, findResult, reasonOf } from '../../history/index.ts';
import {
  forgetRun,
  type InterruptedRun,
  listRuns,
  withInterrupted,
} from '../../history/under-way.ts';
import { findingOf } from '../../report/finding.ts';
import { countOf } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import type { Announcer } from '../dom.ts';
import { counts, gather } from './run/protocol.ts';

/** What became of an interrupted run: a sentence, and the result where there is one. */
interface Told {
  text: string;
  result?: number;
}

/**
 * Makes results of all runs that were interrupted and of which a session counts, and tells of them at
 * the top of an element. Does nothing in one that nobody sees: the next that is seen does it.
 */
export async function tellInterrupted(root: HTMLElement, announcer: Announcer): Promise<void> {
  if (!root.checkVisibility()) return;
  for (const name of await listRuns()) {
    const told = await withInterrupted(name, (run) => settle(name, run));
    if (told === undefined) continue;
    root.prepend(note(told));
    announcer.say(told.text);
  }
}

async function settle(name: string, run: InterruptedRun): Promise<Told | undefined> {
  const { plan, startedAt } = run.planned;
  const soFar: RunSoFar = { pilots: [], looks: [], sessions: [] };
  for (const event of run.events) gather(event, soFar);
  const sessions = soFar.sessions.filter(counts).length;
  const happened = 'A run was interrupted: its page was closed or reloaded before the end.';
  try {
    if (sessions > 0) {
      const result = await keep(run.planned, soFar);
      await forgetRun(name);
      const found = `What its ${countOf(sessions, 'session')} found is kept.`;
      return { text: `${happened} ${found}`, result };
    }
    // One that was kept going has a result of before; any other came to nothing yet.
    const result = await findResult({ startedAt: startedAt.toISOString(), seed: plan.seed });
    await forgetRun(name);
    return result === undefined
      ? undefined
      : { text: `${happened} What it had found before it went on is kept.`, result };
  } catch (error) {
    // Where there is no room there may be some later; what cannot be read never can.
    if (!(error instanceof DOMException)) await forgetRun(name);
    return { text: `${happened} It could not be made a result, because ${reasonOf(error)}.` };
  }
}

function keep(planned: InterruptedRun['planned'], soFar: RunSoFar): Promise<number> {
  const end = { type: 'cancelled' } as const;
  const record = recordOf({ ...planned, ...soFar, end });
  const { reference, subjects, margin } = findStudy(record.study);
  const analysis = analyse(record, { reference, subjects, margin });
  return addResult(findingOf(record, analysis, end.type), writeRecord(record));
}

function note({ text, result }: Told): HTMLElement {
  const paragraph = Object.assign(document.createElement('p'), { className: 'rt-told' });
  // Beside everything but a run.
  const show = 'idle shared done failed empty some';
  Object.assign(paragraph.dataset, { part: 'interrupted', show });
  paragraph.append(text);
  if (result === undefined) return paragraph;
  const link = Object.assign(document.createElement('a'), {
    href: `/result/#mine=${result}`,
    textContent: 'Open the result',
  });
  paragraph.append(' ', link);
  return paragraph;
}
