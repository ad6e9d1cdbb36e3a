import { beside } from '../../../figures/beside.ts';
import { draw } from '../../../figures/figure.ts';
import type { Plan, StudyOutline } from '../../../harness/plan/index.ts';
import type { RunEvent, RunState } from '../../../harness/run/index.ts';
import type { Beside } from '../../../report/parties.ts';
import { besideSoFar } from '../../../report/so-far.ts';
import { fill, inFrame, part } from '../../dom.ts';
import type { LiveState } from '../status.ts';

/** Least time between two drawings, in ms. */
const EVERY_MS = 1000;

/** What a run is shown by while it goes on. */
interface Viewed {
  /** The element, for the figure. */
  root: ParentNode;
  study: StudyOutline;
  plan: Plan;
  /** Takes each event before it is shown. */
  run: RunState;
  beside: Beside;
  onState: (state: LiveState) => void;
}

/**
 * Shows a run while it goes on, with its times as they come: only when the run waits for that, and
 * nothing is timed.
 */
export class Viewer {
  readonly #viewed: Viewed;
  readonly #host: HTMLElement;
  #drawnAt = -Infinity;
  #stoodStill = true;

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
    this.#host = part(viewed.root, 'so-far', HTMLElement);
  }

  /** Resolves once the event is dealt with and, where it is drawn, painted. */
  async take(event: RunEvent): Promise<void> {
    const { run, onState } = this.#viewed;
    const { progress } = run;
    const running = () => onState({ name: 'running', progress });
    const { type } = event;
    if (type === 'waiting') onState({ name: type, for: event.for, progress });
    // Between two turns: the bar moves, the figure waits.
    if (type === 'progress' || type === 'left-out') await inFrame(running);
    const isDue = performance.now() - this.#drawnAt >= EVERY_MS;
    const draws =
      type === 'looked' ||
      (type === 'session-ended' && isDue) ||
      (type === 'session-started' && this.#stoodStill);
    if (draws) await this.#draw(running);
    if (type === 'session-started') this.#stoodStill = false;
    if (type === 'waiting') this.#stoodStill = true;
  }

  /** Makes a change and draws the figure; resolves once both are painted. */
  async #draw(make: () => void): Promise<void> {
    const { root, study, plan, run } = this.#viewed;
    const data = besideSoFar(study, plan, run.soFar.sessions, this.#viewed.beside);
    await inFrame(() => {
      // First the change, which may be what gives the figure its room.
      make();
      const figure = beside({ ...data, width: this.#host.clientWidth });
      this.#host.replaceChildren(draw(figure, { document }));
      fill(root, {
        'so-far': data.hasOwn ? 'Yours, so far' : 'Yours will stand here from four sessions on',
        'so-far-note': figure.note,
      });
    });
    this.#drawnAt = performance.now();
  }
}
