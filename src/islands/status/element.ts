import { messageOf } from '../../bench-client/failure.ts';
import { EVERY_ARM, dayOf, type Night, nightTexts, readNights } from '../../report/nights.ts';
import { clone, fill, part, showState } from '../dom.ts';

/**
 * `<bench-status>`: the nights of this bench. The markup is src/pages/status/index.astro’s;
 * `data-state` is reading, empty, some or failed, and a part shows in the states of its `data-show`.
 */
class BenchStatus extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const origin = this.dataset['bench'] || window.location.origin;
    try {
      const response = await fetch(`${origin}/bench/status`, { credentials: 'omit' });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const nights = readNights(await response.json());
      if (nights.length === 0) return this.#show('empty');
      const newestFirst = nights.toReversed();
      part(this, 'nights', HTMLElement).replaceChildren(
        ...newestFirst.map((night) => this.#row(night)),
      );
      fill(this, { newest: newestText(newestFirst) });
      this.#show('some');
    } catch (error) {
      fill(this, { failure: `The bench at ${origin} does not tell: ${messageOf(error)}.` });
      this.#show('failed');
    }
  }

  #show(state: 'empty' | 'some' | 'failed'): void {
    showState(this, state);
    this.removeAttribute('aria-busy');
  }

  #row(night: Night): HTMLElement {
    const row = clone(this, 'night-template');
    const commit = night.commit?.slice(0, 10) ?? 'none';
    fill(row, { day: dayOf(night), commit, ...nightTexts(night) });
    return row;
  }
}

/** The newest night, and how many in a row were sound before it. */
function newestText([newest, ...before]: readonly Night[]): string {
  if (newest === undefined) return '';
  const { bench } = nightTexts(newest);
  const isSound = ({ silent }: Night) => silent.length === 0;
  const what = newest.silent[0]?.arm === EVERY_ARM ? `the bench ${bench}` : bench;
  const text = `In the night of ${dayOf(newest)}, ${what}`;
  if (!isSound(newest)) return `${text}.`;
  const end = before.findIndex((night) => !isSound(night));
  const sound = 1 + (end === -1 ? before.length : end);
  return sound === 1 ? `${text}.` : `${text}, as in ${sound - 1} of the nights right before.`;
}

customElements.define('bench-status', BenchStatus);
