import { readResult, reasonOf } from '../../history/index.ts';
import type { Finding } from '../../report/finding.ts';
import { findStudy, studies } from '../../studies/index.ts';
import { fill } from '../dom.ts';
import type { LiveBench } from '../live-bench/element.ts';
import { dateText, factsText } from '../results/words.ts';

/**
 * `<shared-result>`: opens what stands behind the # of the address, somebody's result or one of the
 * reader's own, in the live bench of its study. The markup is src/pages/result/index.astro's;
 * `data-state` is reading, none, theirs, mine or failed, and a part shows in the states of its
 * `data-result-show`. Nothing runs by itself.
 */
class SharedResult extends HTMLElement {
  connectedCallback(): void {
    window.addEventListener('hashchange', () => void this.#open());
    void this.#open();
  }

  async #open(): Promise<void> {
    const [, link, mine] = /^#(?:r=(.*)|mine=(\d{1,9}))$/s.exec(location.hash) ?? [];
    try {
      if (link !== undefined) await this.#openLink(link);
      else if (mine !== undefined) await this.#openOwn(Number(mine));
      else if (location.hash === '') this.#show('none');
      else
        throw new RangeError('This is no link to a result: what stands behind its # is foreign.');
    } catch (error) {
      const said = error instanceof RangeError ? error.message : `That failed: ${reasonOf(error)}.`;
      fill(this, { failure: said });
      this.#show('failed');
    }
  }

  async #openLink(text: string): Promise<void> {
    const { unpackFinding, studyOf } = await import('../../share/index.ts');
    const finding = await unpackFinding(text);
    const study = studyOf(finding, studies);
    fill(this, { theirs: `${study.title} · ${factsText(finding)}` });
    this.#show('theirs', study.id);
    await this.#bench(study.id).present(finding);
  }

  async #openOwn(id: number): Promise<void> {
    const kept = await readResult(id);
    if (kept === undefined) {
      throw new RangeError(
        'This result is not in this browser. It was deleted, or it is kept in another browser.',
      );
    }
    const { readRecord } = await import('../../harness/record/index.ts');
    const { finding, place } = kept;
    const record = readRecord(kept.record, 'the kept record');
    if (record.kind !== 'measured' || record.schema !== 2) {
      throw new RangeError(`the kept record: got ${record.kind}, expected a measured one of turns`);
    }
    fill(this, { mine: aboutOwn(finding, place) });
    this.#show('mine', finding.study);
    await this.#bench(finding.study).showKept(record, finding.end);
  }

  #show(state: 'none' | 'theirs' | 'mine' | 'failed', study?: string): void {
    this.dataset['state'] = state;
    for (const section of this.querySelectorAll<HTMLElement>('[data-result-show]')) {
      section.hidden = section.dataset['resultShow'] !== state;
    }
    for (const section of this.querySelectorAll<HTMLElement>('[data-study]')) {
      section.hidden = section.dataset['study'] !== study;
    }
  }

  /** The live bench of a study. */
  #bench(study: string): LiveBench {
    const bench = this.querySelector<LiveBench>(`[data-study="${CSS.escape(study)}"] live-bench`);
    if (bench !== null) return bench;
    throw new RangeError(`This page cannot show the result: it has no study “${study}”.`);
  }
}

/** What a result of the reader's own is: study, day, place and facts. */
function aboutOwn(finding: Finding, place: string): string {
  const { title } = findStudy(finding.study);
  const parts = [title, dateText(finding.startedAt), place, factsText(finding)];
  return parts.filter((each) => each !== '').join(' · ');
}

customElements.define('shared-result', SharedResult);
