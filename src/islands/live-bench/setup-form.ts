import type { PlanOptions } from '../../harness/plan.ts';
import type { LiveConfig } from './config.ts';
import { assumedPace, estimate, estimateText, type Pace } from './estimate.ts';
import { part } from './parts.ts';

/** The form with the choices, and the estimate that follows them. */
export class SetupForm {
  readonly form: HTMLFormElement;
  readonly #config: LiveConfig;
  readonly #estimate: HTMLElement;
  #pace: Pace;

  constructor(root: ParentNode, config: LiveConfig) {
    this.#config = config;
    this.form = part(root, 'setup', HTMLFormElement);
    this.#estimate = part(root, 'estimate', HTMLElement);
    const { origin } = config;
    this.#pace = assumedPace(origin === '' ? location.hostname : new URL(origin).hostname);
    this.form.addEventListener('change', () => this.update());
    // Disabled as served: without this class nothing would answer.
    part(root, 'run', HTMLButtonElement).disabled = false;
    this.update();
  }

  /** Takes what is now known of the way to the bench into account. */
  learn(pace: Partial<Pace>): void {
    this.#pace = { ...this.#pace, ...pace };
    this.update();
  }

  /** What was chosen. Locked arms are among the checked ones. */
  get options(): PlanOptions & { arms: string[]; workloads: string[] } {
    const rounds = Number(this.#checked('rounds')[0]?.value);
    const values = (name: string) => this.#checked(name).map((input) => input.value);
    return { rounds, arms: values('arm'), workloads: values('workload') };
  }

  update(): void {
    const { rounds, arms, workloads } = this.options;
    const first = this.form.querySelector<HTMLInputElement>('input[name="workload"]');
    first?.setCustomValidity(workloads.length === 0 ? 'Choose at least one workload.' : '');
    const counts = this.#config.workloads.filter(({ id }) => workloads.includes(id));
    const { origin } = this.#config;
    const expected = estimate({ rounds, arms: arms.length, workloads: counts }, this.#pace);
    const address = origin === '' ? 'this site' : new URL(origin).host;
    this.#estimate.textContent =
      workloads.length === 0
        ? 'Choose at least one workload.'
        : estimateText(expected, this.#pace, address);
  }

  #checked(name: string): HTMLInputElement[] {
    return [...this.form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)];
  }
}
