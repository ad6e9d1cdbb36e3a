import {
  type Choice,
  type ChooseTable,
  missingCommand,
  placeText,
  readChoice,
  runOf,
  writeChoice,
} from '../../report/choose.ts';
import { rowsHtml } from '../../report/choose-html.ts';
import { part } from '../dom.ts';

/** `<choose-table>`: orders the contestants, shows them from another side or network, and greys what cannot do what is ticked. */
class ChooseTableElement extends HTMLElement {
  #table!: ChooseTable;
  #choice!: Choice;

  connectedCallback(): void {
    this.#table = JSON.parse(part(this, 'config', HTMLScriptElement).text) as ChooseTable;
    const { choice, wrong } = readChoice(location.search, this.#table);
    this.#choice = choice;
    part(this, 'wrong', HTMLElement).textContent = wrong.join(' ');
    const form = part(this, 'form', HTMLFormElement);
    form.addEventListener('change', () => this.#choose(this.#chosen(form)));
    form.addEventListener('submit', (event) => event.preventDefault());
    for (const input of form.querySelectorAll('input')) {
      input.checked =
        input.name === 'needs'
          ? choice.needs.includes(input.value)
          : input.value === (input.name === 'from' ? choice.side : String(choice.network));
    }
    for (const head of this.querySelectorAll<HTMLElement>('th[data-sort]')) this.#wireHead(head);
    // Without a choice in the address the page is as it was built.
    if (location.search !== '') this.#show();
  }

  /** What the form says, with the order that the table is in. */
  #chosen(form: HTMLFormElement): Choice {
    const data = new FormData(form);
    const chosen = (name: string): string[] =>
      data.getAll(name).filter((each) => typeof each === 'string');
    const { side, network } = this.#choice;
    const [from = side] = chosen('from');
    const [away = network] = chosen('network').map(Number);
    return { ...this.#choice, side: from, network: away, needs: chosen('needs') };
  }

  /** A heading becomes a button that orders by its column; pressed again, the other way round. */
  #wireHead(head: HTMLElement): void {
    const { sort = '' } = head.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = this.#choice.sort === sort && !this.#choice.down;
      this.#choose({ ...this.#choice, sort, down });
    });
  }

  #choose(choice: Choice): void {
    this.#choice = choice;
    const { pathname, search, hash } = location;
    history.replaceState(null, '', `${pathname}${writeChoice(choice, this.#table, search)}${hash}`);
    part(this, 'wrong', HTMLElement).textContent = '';
    this.#show();
  }

  #show(): void {
    const [table, choice] = [this.#table, this.#choice];
    part(this, 'rows', HTMLElement).innerHTML = rowsHtml(table, choice);
    part(this, 'caption', HTMLElement).textContent = placeText(table, choice);
    for (const head of this.querySelectorAll<HTMLElement>('th[data-sort]')) {
      if (head.dataset['sort'] !== choice.sort) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', choice.down ? 'descending' : 'ascending');
    }
    const run = runOf(table, choice);
    part(this, 'run', HTMLElement).hidden = run === undefined;
    if (run?.href !== undefined) part(this, 'lab', HTMLAnchorElement).href = run.href;
    this.#tell('command', run?.command);
    this.#tell('missing', missingCommand(table, choice));
  }

  #tell(name: string, command: string | undefined): void {
    const element = part(this, name, HTMLElement);
    element.hidden = command === undefined;
    const code = element.querySelector('code');
    if (code) code.textContent = command ?? '';
  }
}

customElements.define('choose-table', ChooseTableElement);
