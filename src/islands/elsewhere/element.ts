/**
 * `<live-bench contestant="https://bench.example.org" study="…">` in a page of a contestant’s authors: runs
 * their library at the bench that they deployed, beside the systems of that bench. `roundtrip embed`
 * writes it with the contestant’s client beside it. What a run needs is loaded once Run is pressed; nothing is
 * kept, and all style is in sheets that a strict policy admits.
 */
import type { OwnClient, Shown } from './run.ts';

const STUDY = 'lumenize-vs-capnweb';
const WORKLOADS = 'increment,get-value';

const STYLE = `
:host { display: block; color-scheme: light dark; color: light-dark(#22272a, #e8ecee);
  background: light-dark(#fff, #15181b); border: 1px solid light-dark(#c3c9cd, #343a3f); border-radius: .5rem;
  padding: clamp(1rem, 4vw, 1.5rem); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
:host([theme="light"]) { color-scheme: light; } :host([theme="dark"]) { color-scheme: dark; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.25; } p { margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; padding: .375rem 1.25rem; border-radius: .375rem; cursor: pointer;
  border: 1px solid light-dark(#0c6b65, #8edfd5); color: light-dark(#0c6b65, #8edfd5); background: none; }
button.first { color: light-dark(#fff, #15181b); background: light-dark(#0c6b65, #8edfd5); }
button:focus-visible { outline: 2px solid; outline-offset: 2px; }
progress { display: block; width: 100%; margin-bottom: .5rem; accent-color: light-dark(#0c6b65, #8edfd5); }
[hidden] { display: none; } th:first-child { min-width: 9rem; } .buttons { display: flex; gap: .75rem; flex-wrap: wrap; }`;

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = make('button', text);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

class LiveBench extends HTMLElement {
  readonly #status = make('p');
  readonly #bar = make('progress');
  readonly #result = make('div');
  readonly #run = button('Run', () => void this.#start());
  readonly #cancel = button('Cancel', () => this.#controller?.abort());
  readonly #save = button('Download the record', () => this.#download());
  #controller: AbortController | undefined;
  #json = '';

  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(STYLE)];
    const wrong = this.#wrong();
    if (wrong !== undefined) {
      root.append(make('p', `live-bench: ${wrong}`));
      return;
    }
    const about = `Calls ${this.#origin} from your browser: the library of this page, Cap’n Web and a WebSocket by hand
      take turns. Nothing is sent before you press Run, and nothing is kept.`;
    const buttons = make('p');
    buttons.className = 'buttons';
    this.#run.className = 'first';
    buttons.append(this.#run, this.#cancel, this.#save);
    this.#bar.ariaLabel = 'Progress';
    this.#status.setAttribute('role', 'status');
    root.append(make('h2', 'Measure it from here'), make('p', about), buttons);
    root.append(this.#bar, this.#status, this.#result);
    this.#show(false);
  }

  disconnectedCallback(): void {
    this.#controller?.abort();
  }

  get #origin(): string {
    return new URL(this.getAttribute('contestant') ?? '').origin;
  }

  /** What is wrong with an attribute, if anything. */
  #wrong(): string | undefined {
    const given = this.getAttribute('contestant') ?? '';
    const [study, rounds] = [this.getAttribute('study') ?? STUDY, this.getAttribute('rounds')];
    if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
      return `contestant: got "${given}", expected the origin of a bench, such as https://bench.example.org`;
    }
    if (study !== STUDY) return `study: got "${study}", expected ${STUDY}`;
    if (rounds === null || /^[1-9]\d{0,3}$/.test(rounds)) return undefined;
    return `rounds: got "${rounds}", expected a whole number from 1 to 9999`;
  }

  #show(busy: boolean): void {
    this.#bar.hidden = !busy;
    this.#cancel.hidden = !busy;
    this.#run.disabled = busy;
    this.#save.hidden = busy || this.#json === '';
    this.dataset['state'] = busy ? 'running' : this.#json === '' ? 'idle' : 'done';
  }

  async #start(): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    this.#json = '';
    this.#result.replaceChildren();
    this.#bar.removeAttribute('value');
    this.#status.textContent = 'Loading the benchmark…';
    this.#show(true);
    this.#cancel.focus();
    const shown = await this.#measure(controller.signal).catch((error: unknown) => ({
      note: `The run did not come about: ${error instanceof Error ? error.message : String(error)}`,
    }));
    this.#take(shown);
    const isHere = this.shadowRoot?.activeElement === this.#cancel;
    this.#show(false);
    // Not where the reader has gone on to something else meanwhile.
    if (isHere) this.#run.focus();
  }

  async #measure(signal: AbortSignal): Promise<Shown> {
    // Written beside this file for the contestant; it is no part of what is built here.
    const beside: string = new URL('./contestant.js', import.meta.url).href;
    const [{ run }, client] = await Promise.all([
      import('./run.ts'),
      import(beside) as Promise<OwnClient>,
    ]);
    const rounds = this.getAttribute('rounds');
    return run({
      ...{ origin: this.#origin, study: STUDY, client, signal },
      workloads: (this.getAttribute('workloads') ?? WORKLOADS).split(','),
      rounds: rounds === null ? undefined : Number(rounds),
      onStatus: (text, share) => {
        this.#status.textContent = text;
        if (share !== undefined) this.#bar.value = share;
      },
    });
  }

  #take(shown: Shown): void {
    if ('note' in shown) {
      this.#status.textContent = shown.note;
      return;
    }
    this.#json = shown.json;
    this.#status.textContent = `Measured at ${this.#origin}, a bench that its authors run and Roundtrip does not.`;
    if (this.shadowRoot !== null) {
      this.shadowRoot.adoptedStyleSheets = [shown.style, sheetOf(STYLE)];
    }
    this.#result.replaceChildren(make('h2', shown.title), shown.content);
  }

  #download(): void {
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([this.#json], { type: 'application/json' }));
    link.download = 'roundtrip.json';
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

if (customElements.get('live-bench') === undefined) {
  customElements.define('live-bench', LiveBench);
}
