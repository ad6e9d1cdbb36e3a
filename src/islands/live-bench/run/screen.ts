import { draw } from '../../../figures/figure.ts';
import { samples } from '../../../figures/samples.ts';
import type { Plan } from '../../../harness/plan.ts';
import type { Block } from '../../../harness/record.ts';
import { part } from '../parts.ts';
import { inFrame } from './frame.ts';

/** Least time between two drawings, in ms. */
const EVERY_MS = 400;

/** An arm as the figure names it. */
export interface ScreenArm {
  id: string;
  label: string;
  system: string;
}

/** The samples of the run as they come, for one workload at a time. */
export class Screen {
  readonly #host: HTMLElement;
  readonly #choice: HTMLSelectElement;
  readonly #arms: readonly ScreenArm[];
  readonly #samples = new Map<string, number[]>();
  #drawnAt = -Infinity;

  constructor(root: ParentNode, arms: readonly ScreenArm[], plan: Plan) {
    this.#host = part(root, 'samples', HTMLElement);
    this.#choice = part(root, 'samples-workload', HTMLSelectElement);
    this.#arms = arms;
    // Served with room for the arms that run unless others are chosen.
    this.#host.parentElement?.style.setProperty('--strips', String(arms.length));
    for (const option of this.#choice.options) {
      // Safari shows hidden options all the same.
      option.hidden = option.disabled = !plan.workloads.includes(option.value);
    }
    // The workload that runs first has samples first; from then on the reader chooses.
    this.#choice.value = plan.blocks[0]?.workload ?? '';
  }

  /** Keeps a block's samples; those of a void block are not shown. */
  add({ arm, workload, samplesUs, void: reason }: Block): void {
    if (reason !== undefined) return;
    const key = keyOf(arm, workload);
    const known = this.#samples.get(key) ?? [];
    this.#samples.set(key, known);
    for (const us of samplesUs) known.push(us / 1000);
  }

  /** Whether the last drawing is long enough ago. */
  get due(): boolean {
    return performance.now() - this.#drawnAt >= EVERY_MS;
  }

  /** Makes a change to the page; resolves once it is painted. */
  change(make: () => void): Promise<void> {
    return inFrame(make);
  }

  /** Makes a change and draws the figure; resolves once both are painted. */
  async draw(make: () => void): Promise<void> {
    await inFrame(() => {
      // First the change, which may be what gives the figure its room.
      make();
      this.#host.replaceChildren(draw(this.#figure(), { document }));
    });
    this.#drawnAt = performance.now();
  }

  #figure() {
    const workload = this.#choice.value;
    const strips = this.#arms.map(({ id, label, system }) => ({
      label,
      system,
      samples: this.#samples.get(keyOf(id, workload)) ?? [],
    }));
    return samples({ strips, width: this.#host.clientWidth });
  }
}

function keyOf(arm: string, workload: string): string {
  return JSON.stringify([arm, workload]);
}
