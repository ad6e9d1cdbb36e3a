import { deleteAll, deleteResult, listResults, type SavedResult } from '../../history/index.ts';
import { Announcer, clone, fill, part, showState } from '../dom.ts';
import { dateText } from './words.ts';

/**
 * `<my-results>`: the list of what this browser keeps. The markup is src/pages/results/index.astro’s;
 * `data-state` is reading, empty or some, and a part shows in the states of its `data-show`.
 */
class MyResults extends HTMLElement {
  #announcer!: Announcer;

  connectedCallback(): void {
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
    part(this, 'delete-all', HTMLButtonElement).addEventListener('click', () => {
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
    const date = dateText(at);
    fill(item, { date, study, what });
    part(item, 'date', HTMLTimeElement).dateTime = at;
    const open = part(item, 'open', HTMLAnchorElement);
    open.href = link;
    open.ariaLabel = `Open the result of ${date}`;
    const remove = part(item, 'delete', HTMLButtonElement);
    remove.ariaLabel = `Delete the result of ${date}`;
    remove.addEventListener('click', () =>
      this.#after(deleteResult(link), 'The result is deleted.'),
    );
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
