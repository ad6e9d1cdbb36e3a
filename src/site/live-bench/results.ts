/** The pages of results that links hold: the reader’s own as a list, and one of them or somebody’s. */
import { messageOf } from '../../wire/bench-client/failure.ts';
import {
  deleteAll,
  deleteResult,
  isOwn,
  listResults,
  packedIn,
  type SavedResult,
} from './saved-results.ts';
import { clone, fill, part, showState } from '../islands/dom.ts';
import { loadFailure, supplyMissing, unloaded } from '../islands/oldest-browsers.ts';
import { formatDay } from '../../results/numbers/format.ts';
import { distanceName } from '../../results/names.ts';
import { placeOf } from '../../results/result.ts';
import { planAddress } from './query.ts';
import { endText } from './states.ts';

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/**
 * `<my-results>`: the list of what this browser keeps. The markup is src/pages/results/index.astro’s;
 * `data-state` is reading, empty or some, and a part shows in the states of its `data-show`.
 */
class MyResults extends HTMLElement {
  connectedCallback(): void {
    // A translator may wrap the words of a button, so that they are what was pressed.
    this.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const { link } = button?.dataset ?? {};
      if (link !== undefined) this.#after(deleteResult(link), 'The result is deleted.');
      if (button?.dataset['part'] !== 'delete-all') return;
      if (window.confirm('Delete all results?'))
        this.#after(deleteAll(), 'All results are deleted.');
    });
    // A page that comes back from the browser’s memory has missed what happened since.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#list();
    });
    this.#list();
  }

  #list(): void {
    const results = listResults();
    part(this, 'list', HTMLElement).replaceChildren(...results.map((each) => this.#item(each)));
    showState(this, results.length === 0 ? 'empty' : 'some');
  }

  #item({ study, what, at, link }: SavedResult): HTMLElement {
    const item = clone(this, 'item-template');
    const date = dates.format(new Date(at));
    fill(item, { date, study, what });
    part(item, 'date', HTMLTimeElement).dateTime = at;
    const open = part(item, 'open', HTMLAnchorElement);
    open.href = link;
    open.setAttribute('aria-label', `Open the result of ${date}`);
    const remove = part(item, 'delete', HTMLButtonElement);
    remove.setAttribute('aria-label', `Delete the result of ${date}`);
    remove.dataset['link'] = link;
    return item;
  }

  /** Shows the list as it is now. @param isDone whether the browser has stored the change */
  #after(isDone: boolean, said: string): void {
    this.#list();
    part(this, 'announce', HTMLElement).textContent = isDone
      ? said
      : 'Nothing is deleted: this browser does not let this site store anything.';
    // The element that had the focus is gone.
    this.focus();
  }
}

/**
 * `<shared-result>`: shows the result that stands behind the # of the address, somebody's or one of the
 * reader's own. The markup is src/pages/result/index.astro's; `data-state` is reading, none, shown or failed, and
 * a part shows in the states of its `data-show`. Nothing runs by itself.
 */
class SharedResult extends HTMLElement {
  connectedCallback(): void {
    window.addEventListener('hashchange', () => void this.#open());
    void this.#open();
  }

  async #open(): Promise<void> {
    const packed = packedIn(location.hash);
    try {
      if (packed !== undefined) await this.#openLink(packed);
      else if (location.hash === '') showState(this, 'none');
      else {
        throw new RangeError('This is no link to a result: what stands behind its # is foreign.');
      }
    } catch (error) {
      const why = loadFailure(error);
      fill(this, { failure: why === undefined ? messageOf(error) : unloaded[why] });
      part(this, 'tables', HTMLElement).replaceChildren();
      showState(this, 'failed');
    }
  }

  async #openLink(packed: string): Promise<void> {
    await supplyMissing();
    const { unpackResult, outlineOf } = await import('../../results/share/index.ts');
    const { resultTables } = await import('./panel.ts');
    const result = await unpackResult(packed);
    const { startedAt, environment, end, tookMs } = result;
    const { title } = outlineOf(result);
    const isForeign = !isOwn(packed);
    const place = distanceName(placeOf({ environment }));
    fill(this, {
      whose: isForeign ? 'Somebody’s result' : 'Your result',
      study: title,
      facts: [formatDay(startedAt), environment.runtime, place, endText(end, tookMs)]
        .filter(Boolean)
        .join(', '),
      checked: isForeign ? 'Nobody has checked this result. The link holds all of it.' : '',
    });
    part(this, 'tables', HTMLElement).innerHTML = resultTables(result);
    part(this, 'study-link', HTMLAnchorElement).href = `/studies/${result.study}/${location.hash}`;
    part(this, 'plan-link', HTMLAnchorElement).href = planAddress(result, location.origin);
    showState(this, 'shown');
  }
}

customElements.define('my-results', MyResults);
customElements.define('shared-result', SharedResult);
