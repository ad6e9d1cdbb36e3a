/**
 * Keeps runs in this browser: the sessions of one that goes on, the result of one that is finished,
 * and whatever is left of one whose page went away.
 */
import { asAsked } from '../../harness/plan/index.ts';
import { type SessionRecord, writeRecord } from '../../harness/record/index.ts';
import {
  counts,
  gather,
  type Planned,
  recordOf,
  type RunEvent,
  type RunSoFar,
  soFarOf,
} from '../../harness/run/index.ts';
import { analyse } from '../../harness/statistics/index.ts';
import { addResult, findResult, reasonOf } from '../../history/index.ts';
import {
  beginRun,
  forgetRun,
  type InterruptedRun,
  keepEvent,
  listRuns,
  type RunUnderWay,
  withInterrupted,
} from '../../history/under-way.ts';
import { type Finding, findingOf } from '../../report/finding.ts';
import { countOf } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import type { Announcer } from '../dom.ts';

/** Said of a result that is kept. */
export const KEPT = 'This result is kept in this browser:';

/** What became of a finished run, in a sentence, and the id that its result is kept by, where it is. */
export interface Kept {
  said: string;
  id?: number;
}

/** Keeps a finished run: what fails here costs no result. */
export async function keep(finding: Finding, record: SessionRecord): Promise<Kept> {
  try {
    return { said: KEPT, id: await addResult(finding, writeRecord(record)) };
  } catch (error) {
    const said = `This result is not kept, because ${reasonOf(error)}. Download its record to have it later. What is kept:`;
    return { said };
  }
}

/** Longest that a run waits for the browser’s storage, in ms. */
const LONGEST_MS = 1000;

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Keeps a run from being lost with its page. Once a session counts, the browser asks before the page is
 * left; and what the run found is kept as it comes, for the page that is opened next. Where the browser
 * does not allow or manage that, the run goes on without.
 */
export class Safeguard {
  #run: RunUnderWay | undefined;
  #kept = 0;
  #works = true;

  begin(planned: Planned): Promise<void> {
    return this.#try(async () => {
      this.#run = await beginRun(planned);
    });
  }

  /**
   * Resolves once the event is kept: until then nothing is timed.
   *
   * @param keep whether it is kept; a run that goes on has left a result already, which stands
   */
  async take(event: RunEvent, keep: boolean): Promise<void> {
    const ended = event.type === 'session-ended';
    if (ended && counts(event.session)) window.addEventListener('beforeunload', askFirst);
    const name = this.#run?.name;
    if (name === undefined || !keep || !(ended || event.type === 'looked')) return;
    await this.#try(() => keepEvent(name, this.#kept, event));
    this.#kept += 1;
  }

  /**
   * The run has come to an end, and what was kept of it is of no more use once its result is kept too.
   *
   * @param kept resolves once that is so; absent where there is no result to keep
   */
  async end(kept?: Promise<unknown>): Promise<void> {
    window.removeEventListener('beforeunload', askFirst);
    await kept;
    const name = this.#run?.name;
    if (name !== undefined) await this.#try(() => forgetRun(name));
    this.#run?.letGo();
  }

  /** The run broke off: what it found is there for the page that is opened next. */
  breakOff(): void {
    window.removeEventListener('beforeunload', askFirst);
    this.#run?.letGo();
  }

  async #try(act: () => Promise<void>): Promise<void> {
    if (!this.#works) return;
    const late = Promise.withResolvers<never>();
    const timer = window.setTimeout(() => late.reject(new Error('too late')), LONGEST_MS);
    try {
      await Promise.race([act(), late.promise]);
    } catch {
      // Forbidden, full or far too slow: the run does without from now on.
      this.#works = false;
    } finally {
      window.clearTimeout(timer);
    }
  }
}

/** The news of an interrupted run, and the result that was made of it, if one was. */
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
  const soFar = soFarOf();
  for (const event of run.events) gather(event, soFar);
  const sessions = soFar.sessions.filter(counts).length;
  const happened = 'A run was interrupted: its page was closed or reloaded before the end.';
  try {
    if (sessions > 0) {
      const result = await makeResult(run.planned, soFar);
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

function makeResult(planned: InterruptedRun['planned'], soFar: RunSoFar): Promise<number> {
  const end = { type: 'cancelled' } as const;
  const record = recordOf({ ...planned, ...soFar, end });
  const { reference, subjects, margin } = asAsked(findStudy(record.study), record.plan);
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
