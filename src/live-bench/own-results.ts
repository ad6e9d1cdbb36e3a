import { deleteAll, deleteResult, listResults, type SavedResult } from '../history/index.ts';
import { Announcer, clone, fill, part, showState } from '../islands/dom.ts';

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/**
 * `<my-results>`: the list of what this browser keeps. The markup is src/pages/results/index.astro’s;
 * `data-state` is reading, empty or some, and a part shows in the states of its `data-show`.
 */
class MyResults extends HTMLElement {
  #announcer!: Announcer;

  connectedCallback(): void {
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
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
    open.ariaLabel = `Open the result of ${date}`;
    const remove = part(item, 'delete', HTMLButtonElement);
    remove.ariaLabel = `Delete the result of ${date}`;
    remove.dataset['link'] = link;
    return item;
  }

  /** Shows the list as it is now. @param isDone whether the browser has stored the change */
  #after(isDone: boolean, said: string): void {
    this.#list();
    this.#announcer.say(
      isDone ? said : 'Nothing is deleted: this browser does not let this site store anything.',
    );
    // The element that had the focus is gone.
    this.focus();
  }
}

customElements.define('my-results', MyResults);
