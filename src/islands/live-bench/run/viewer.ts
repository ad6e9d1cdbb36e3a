import { draw } from '../../../figures/figure.ts';
import { samples } from '../../../figures/times.ts';
import type { Plan } from '../../../harness/plan/index.ts';
import type { Session } from '../../../harness/record/index.ts';
import type { RunEvent, RunState } from '../../../harness/run/index.ts';
import { armNames, type ArmName, workloadNames } from '../../../report/words.ts';
import { inFrame, part } from '../../dom.ts';
import type { LiveState } from '../status.ts';

/** Least time between two drawings, in ms. */
const EVERY_MS = 400;

/**
 * Shows a run while it goes on, with its samples as they come, for one workload at a time: only when
 * the run waits for that, and nothing is timed.
 */
export class Viewer {
  readonly #host: HTMLElement;
  readonly #choice: HTMLSelectElement;
  readonly #arms: ReadonlyArray<ArmName & { id: string }>;
  readonly #samples = new Map<string, number[]>();
  readonly #run: RunState;
  readonly #onState: (state: LiveState) => void;
  #drawnAt = -Infinity;
  #stoodStill = true;

  /**
   * @param root the element, for the figure of the samples
   * @param run takes each event before it is shown
   */
  constructor(
    root: ParentNode,
    study: Parameters<typeof armNames>[0] & Parameters<typeof workloadNames>[0],
    plan: Plan,
    run: RunState,
    onState: (state: LiveState) => void,
  ) {
    const [names, nameOf] = [armNames(study), workloadNames(study)];
    this.#run = run;
    this.#onState = onState;
    this.#host = part(root, 'samples', HTMLElement);
    this.#choice = part(root, 'samples-workload', HTMLSelectElement);
    this.#arms = plan.arms.map((id) => ({ id, ...names(id) }));
    // Served with room for the arms that run unless others are chosen.
    this.#host.parentElement?.style.setProperty('--strips', String(this.#arms.length));
    this.#choice.replaceChildren(...plan.workloads.map((id) => new Option(nameOf(id), id)));
    this.#choice.value = '';
    for (const session of run.soFar.sessions) this.#add(session);
  }

  /** Resolves once the event is dealt with and, where it is drawn, painted. */
  async take(event: RunEvent): Promise<void> {
    const { progress } = this.#run;
    const running = () => this.#onState({ name: 'running', progress });
    const { type } = event;
    if (type === 'waiting') this.#onState({ name: type, for: event.for, progress });
    if (type === 'session-ended') this.#add(event.session);
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

  /** Keeps a session's samples; those of a discarded turn are not shown. */
  #add({ workload, turns }: Session): void {
    // The workload that runs first has samples first; from then on the reader chooses.
    this.#choice.value ||= workload;
    for (const { arm, samplesUs, void: reason } of turns) {
      if (reason !== undefined) continue;
      const key = keyOf(arm, workload);
      const known = this.#samples.get(key) ?? [];
      this.#samples.set(key, known);
      for (const us of samplesUs) known.push(us / 1000);
    }
  }

  /** Makes a change and draws the figure; resolves once both are painted. */
  async #draw(make: () => void): Promise<void> {
    await inFrame(() => {
      // First the change, which may be what gives the figure its room.
      make();
      const strips = this.#arms.map(({ id, label, system }) => ({
        ...{ label, system },
        samples: this.#samples.get(keyOf(id, this.#choice.value)) ?? [],
      }));
      const figure = samples({ rows: strips, width: this.#host.clientWidth });
      this.#host.replaceChildren(draw(figure, { document }));
    });
    this.#drawnAt = performance.now();
  }
}

function keyOf(arm: string, workload: string): string {
  return JSON.stringify([arm, workload]);
}
