import type { PlanOptions } from '../../harness/plan/index.ts';
import { part } from '../dom.ts';
import type { LiveConfig } from './config.ts';
import { assumedPace, costText, estimate, estimateText, type Pace } from './estimate.ts';
import { type Asked, lengthOf, MOST_ROUNDS, readQuery } from './query.ts';

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

  /**
   * Makes the choices that the page's address asks for.
   *
   * @throws RangeError naming the value got and what was expected; nothing is chosen then.
   */
  preselect(search: string): Asked {
    const offered = (name: string) => this.#inputs(name).map(({ value }) => value);
    const asked = readQuery(search, {
      length: offered('length'),
      workloads: offered('workload'),
      arms: offered('arm'),
    });
    const { length, rounds, workloads, arms } = asked;
    this.#check('length', length === undefined ? undefined : [length]);
    if (rounds !== undefined) this.#rounds.value = String(rounds);
    this.#check('workload', workloads);
    this.#check('arm', arms);
    // What is chosen must be seen to be chosen.
    for (const group of this.form.querySelectorAll('details')) {
      group.open ||= group.querySelector('input:checked') !== null;
    }
    this.update();
    return asked;
  }

  /** What was chosen. Locked arms are among the checked ones. */
  get options(): PlanOptions & { arms: string[]; workloads: string[] } {
    const values = (name: string) => this.#checked(name).map((input) => input.value);
    const [length] = values('length');
    return {
      length: lengthOf(length, this.#rounds.valueAsNumber),
      arms: values('arm'),
      workloads: values('workload'),
    };
  }

  update(): void {
    const { length, arms, workloads } = this.options;
    const first = this.form.querySelector<HTMLInputElement>('input[name="workload"]');
    first?.setCustomValidity(workloads.length === 0 ? 'Choose at least one workload.' : '');
    // What is of no account must not keep a run from starting.
    this.#rounds.disabled = length.rule !== 'fixed';
    const sizes = new Map(
      this.#config.workloads.map(({ id, lackedBy, ...size }) => [
        id,
        { ...size, lacking: lackedBy.filter((arm) => arms.includes(arm)).length },
      ]),
    );
    const chosen = workloads.flatMap((id) => sizes.get(id) ?? []);
    const { origin } = this.#config;
    for (const [id, size] of sizes) {
      const cost = this.form.querySelector(`[data-cost="${id}"]`);
      if (cost !== null) cost.textContent = costText(size, arms.length, this.#pace);
    }
    const address = origin === '' ? 'this site' : new URL(origin).host;
    this.#estimate.textContent =
      this.#hint(chosen.length) ??
      estimateText(
        estimate({ length, arms: arms.length, workloads: chosen }, this.#pace),
        this.#pace,
        address,
        length,
      );
  }

  /** What keeps a run from starting. */
  #hint(workloads: number): string | undefined {
    if (workloads === 0) return 'Choose at least one workload.';
    if (this.#rounds.disabled || this.#rounds.validity.valid) return undefined;
    return `Choose a whole number of rounds from 1 to ${MOST_ROUNDS}.`;
  }

  get #rounds(): HTMLInputElement {
    return part(this.form, 'rounds', HTMLInputElement);
  }

  #inputs(name: string): HTMLInputElement[] {
    return [...this.form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  }

  #checked(name: string): HTMLInputElement[] {
    return this.#inputs(name).filter(({ checked }) => checked);
  }

  /** Checks exactly these values; locked ones stay as they are. */
  #check(name: string, values: readonly string[] | undefined): void {
    if (values === undefined) return;
    for (const input of this.#inputs(name)) {
      if (!input.disabled) input.checked = values.includes(input.value);
    }
  }
}
