/** Loaded once Run is pressed in a page elsewhere: the harness, the clients of a bench’s systems and what a result is drawn by. */
import type { Contestant } from '../../places/bench/contestants.ts';
import { withContestants } from '../../places/bench/contestants.ts';
import { recordHtml } from '../../report/record-html.ts';
import { describeOutside } from '../../harness/plan/index.ts';
import { type Outside, writeRecord } from '../../harness/record/index.ts';
import {
  type Planned,
  recordOf,
  type RunEnded,
  RunState,
  counts,
} from '../../harness/run/index.ts';
import type { ClientModule } from '../../places/bench/system.ts';
import { progressText } from '../../report/ending.ts';
import { findStudy } from '../../studies/index.ts';
import type { OwnOperations } from '../../studies/own-operations.ts';
import { inFrame } from '../dom.ts';
import { runOnPage } from '../live-bench/run/run-study.ts';
import type { LiveEvent } from '../live-bench/run/thread.ts';
import {
  type Failure,
  failureWords,
  type LiveState,
  statusText,
  withoutResult,
} from '../live-bench/status.ts';

/** The style of a result: that of a record as a page, for a shadow root. */
declare const RESULT_STYLE: string;

/** A contestant’s client module, as `roundtrip embed` writes it. */
export interface OwnClient extends ClientModule<OwnOperations> {
  system: Contestant<OwnOperations>['system'];
  /** SHA-256 of the files in its folder. */
  digest: string;
}

/** A run that an element asks for. */
export interface Asked {
  /** Of the bench, without a trailing slash. */
  origin: string;
  study: string;
  workloads: readonly string[];
  /** So many rounds, in the place of until it is decided. */
  rounds: number | undefined;
  client: OwnClient;
  signal: AbortSignal;
  /** @param share part that is done, from 0 to 1 */
  onStatus: (text: string, share?: number) => void;
}

/** What is to be shown once a run is over. */
export type Shown =
  | { title: string; content: DocumentFragment; style: CSSStyleSheet; json: string }
  /** Why there is nothing to show, and what to do. */
  | { note: string };

/** Runs a study with the contestant on this page. @throws RangeError for a workload that the study lacks */
export async function run(asked: Asked): Promise<Shown> {
  const { origin, client, rounds, signal, onStatus } = asked;
  const contestant = { system: client.system, origin: () => origin, load: async () => client };
  const study = withContestants(findStudy(asked.study), [contestant]);
  const outside = describeOutside(client.system, {
    ...{ digest: client.digest, served: 'elsewhere', origin },
  });
  let planned: Planned | undefined;
  let state: RunState | undefined;
  let end: RunEnded<Failure> = { type: 'cancelled' };
  const show = (now: LiveState, share?: number): Promise<void> =>
    inFrame(() => onStatus(statusText(now), share));
  async function take(event: LiveEvent): Promise<void> {
    if (event.type === 'starting') await show({ name: 'starting', step: event.step });
    if (event.type === 'planned') {
      planned = withOutside(event, outside);
      state = new RunState(event.plan, () => performance.now());
    }
    if (event.type === 'ended') end = event.end;
    if (state === undefined) return;
    state.take(event);
    const { progress } = state;
    if (event.type === 'waiting') await show({ name: 'waiting', for: event.for, progress });
    // Nothing is timed between two turns that a run tells of.
    if (event.type === 'progress' || event.type === 'session-ended') {
      const said = progressText(progress, (id) => id);
      await inFrame(() => onStatus(`Measuring: ${said}`, progress.share));
    }
  }
  const options = {
    length:
      rounds === undefined
        ? { rule: 'until-decided' as const }
        : { rule: 'fixed' as const, rounds },
    workloads: asked.workloads,
    arms: study.arms.flatMap(({ id, system }) => (system === `outside:${outside.id}` ? [id] : [])),
  };
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const pressedAt = performance.timeOrigin + performance.now();
  const request = { study: study.id, origin, options, seed, pressedAt };
  await runOnPage(request, { signal, take }, study);
  const soFar = state === undefined ? undefined : state.soFar;
  if (planned === undefined || soFar === undefined || !soFar.sessions.some(counts)) {
    const left = withoutResult(end, soFar ?? { sessions: [], pilots: [], looks: [] });
    return { note: left.name === 'failed' ? wordsOf(left.failure, origin) : statusText(left) };
  }
  const record = recordOf({ ...planned, ...soFar, end });
  const { title, html } = recordHtml(record, end);
  return { title, ...parsed(html), json: writeRecord(record) };
}

function withOutside({ plan, environment, startedAt }: Planned, outside: Outside): Planned {
  return { plan, startedAt, environment: { ...environment, outside: [outside] } };
}

/** A failure in words. A bench that does not admit this page looks like one that is not there. */
function wordsOf(failure: Failure, origin: string): string {
  const { title, text, advice } = failureWords(failure);
  const ours = `If it is there, its ALLOWED_ORIGINS has to name ${location.origin}.`;
  const more = failure.kind === 'unreachable' && failure.origin === origin ? [ours] : [];
  return [`${title}.`, text, advice, ...more].join(' ');
}

/**
 * HTML as nodes, with a style sheet for all that it says of style: a page may forbid both style elements
 * and attributes, and none of either is left.
 */
function parsed(html: string): { content: DocumentFragment; style: CSSStyleSheet } {
  const texts = [RESULT_STYLE];
  // Of figures. One that was parsed would already be refused.
  const bare = html.replace(/<style>([^<]*)<\/style>/g, (_, text: string) => {
    texts.push(text);
    return '';
  });
  const { body } = new DOMParser().parseFromString(bare, 'text/html');
  const content = document.createDocumentFragment();
  const styled = [...body.querySelectorAll<HTMLElement | SVGElement>('[style]')];
  const said = styled.map((each) => each.getAttribute('style') ?? '');
  for (const each of styled) each.removeAttribute('style');
  content.append(...body.childNodes);
  for (const [at, each] of styled.entries()) {
    for (const declaration of (said[at] ?? '').split(';')) {
      const [name = '', ...value] = declaration.split(':');
      if (value.length > 0) each.style.setProperty(name.trim(), value.join(':').trim());
    }
  }
  const style = new CSSStyleSheet();
  style.replaceSync(texts.join('\n'));
  return { content, style };
}
