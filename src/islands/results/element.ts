import { messageOf } from '../../bench-client/failure.ts';
import {
  deleteAll,
  deleteResult,
  exportAll,
  type KeptResult,
  labelResult,
  listResults,
  MOST_KEPT,
  reasonOf,
} from '../../history/index.ts';
import { listRuns } from '../../history/under-way.ts';
import { findOutline } from '../../studies/outlines.ts';
import { Announcer, clone, fill, offerFile, part, showState } from '../dom.ts';
import { answerText, countText, dateText, factsText, systemsOf } from './words.ts';

/**
 * `<my-results>`: the list of what this browser keeps. The markup is src/pages/results/index.astro’s;
 * `data-state` is reading, empty, some or failed, and a part shows in the states of its `data-show`.
 */
class MyResults extends HTMLElement {
  #announcer!: Announcer;
  /** Of the question asked last. */
  #question = new AbortController();

  connectedCallback(): void {
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
    this.#onClick('export', async () => offerFile(await exportAll(), 'roundtrip-results.json'));
    this.#onClick('delete-all', async () => {
      if (!(await this.#confirmed('Delete all results?'))) return;
      await deleteAll();
      await this.#list('All results are deleted.');
    });
    // A page that comes back from the browser’s memory has missed what happened since.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.#list();
    });
    void this.#takeUp().then(() => this.#list());
  }

  /** Makes results of interrupted runs. */
  async #takeUp(): Promise<void> {
    try {
      if ((await listRuns()).length === 0) return;
      const { tellInterrupted } = await import('../live-bench/keep.ts');
      await tellInterrupted(this, this.#announcer);
    } catch {
      // Whatever is wrong with the storage, the list says it.
    }
  }

  /** @param said the news, for the reader to hear */
  async #list(said?: string): Promise<void> {
    try {
      const results = await listResults();
      part(this, 'list', HTMLElement).replaceChildren(...results.map((each) => this.#item(each)));
      fill(this, { count: countText(results.length, MOST_KEPT) });
      showState(this, results.length === 0 ? 'empty' : 'some');
    } catch (error) {
      fill(this, { failure: `Nothing can be listed: ${reasonOf(error)}.` });
      showState(this, 'failed');
    }
    if (said === undefined) return;
    this.#announcer.say(said);
    // The element that had the focus is gone.
    this.focus();
  }

  /** A result, or where it cannot be shown a line that says so and offers to delete it. */
  #item(result: KeptResult): HTMLElement {
    try {
      return this.#readable(result);
    } catch (error) {
      const item = clone(this, 'unreadable-template');
      item.dataset['result'] = String(result.id);
      fill(item, { why: messageOf(error) });
      this.#deletes(item, result.id, 'the result that cannot be read');
      return item;
    }
  }

  #readable({ id, finding, place }: KeptResult): HTMLElement {
    const item = clone(this, 'item-template');
    const study = findOutline(finding.study);
    const date = dateText(finding.startedAt);
    item.dataset['result'] = String(id);
    fill(item, { date, study: study.title });
    fill(item, { answer: answerText(study, finding), facts: factsText(finding) });
    part(item, 'date', HTMLTimeElement).dateTime = finding.startedAt;
    part(item, 'systems', HTMLElement).replaceChildren(
      ...systemsOf(study, finding).map(({ label, glyph, color }) => {
        const system = clone(this, 'system-template');
        fill(system, { glyph, label });
        part(system, 'glyph', HTMLElement).style.color = color;
        return system;
      }),
    );
    const open = part(item, 'open', HTMLAnchorElement);
    open.href = `/result/#mine=${id}`;
    open.ariaLabel = `Open the result of ${date}`;
    const field = part(item, 'place', HTMLInputElement);
    field.value = place;
    field.addEventListener('change', () => {
      this.#try(async () => {
        await labelResult(id, field.value);
        this.#say('The place is kept.');
      });
    });
    this.#deletes(item, id, `the result of ${date}`);
    return item;
  }

  /** Has the button of an item delete it. @param what it is, as a question has it */
  #deletes(item: HTMLElement, id: number, what: string): void {
    const remove = part(item, 'delete', HTMLButtonElement);
    remove.ariaLabel = `Delete ${what}`;
    remove.addEventListener('click', () => {
      this.#try(async () => {
        if (!(await this.#confirmed(`Delete ${what}?`))) return;
        await deleteResult(id);
        await this.#list('The result is deleted.');
      });
    });
  }

  /**
   * Asks in a dialog, which begins on the answer that changes nothing. Its `close` comes in a task of
   * its own, so that the next question may be open by then: that one is not answered by it.
   */
  #confirmed(question: string): Promise<boolean> {
    this.#question.abort();
    const { signal } = (this.#question = new AbortController());
    const dialog = part(this, 'dialog', HTMLDialogElement);
    fill(dialog, { question });
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(false));
      const closed = () => {
        if (!dialog.open) resolve(dialog.returnValue === 'delete');
      };
      dialog.addEventListener('close', closed, { signal });
    });
  }

  #onClick(name: string, act: () => Promise<void>): void {
    part(this, name, HTMLButtonElement).addEventListener('click', () => this.#try(act));
  }

  #try(act: () => Promise<void>): void {
    act().catch((error: unknown) => this.#say(`That failed: ${reasonOf(error)}.`));
  }

  #say(note: string): void {
    fill(this, { note });
  }
}

customElements.define('my-results', MyResults);
