import { openResult, reasonOf } from '../../history/index.ts';
import type { Finding } from '../../report/finding.ts';
import { findStudy, studies } from '../../studies/index.ts';
import { fill, showState, showStudy } from '../dom.ts';
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
      else if (location.hash === '') this.#hideAll('none');
      else
        throw new RangeError('This is no link to a result: what stands behind its # is foreign.');
    } catch (error) {
      const said = error instanceof RangeError ? error.message : `That failed: ${reasonOf(error)}.`;
      fill(this, { failure: said });
      this.#hideAll('failed');
    }
  }

  async #openLink(text: string): Promise<void> {
    const { unpackFinding, studyOf } = await import('../../share/index.ts');
    const { withOriginal } = await import('../../report/parties.ts');
    const finding = await unpackFinding(text);
    // It may come from a site that has a published library installed.
    const study = studyOf(finding, studies.map(withOriginal));
    fill(this, { theirs: `${study.title} · ${factsText(finding)}` });
    await this.#show('theirs', study.id).present(finding);
  }

  async #openOwn(id: number): Promise<void> {
    const kept = await openResult(id);
    const { finding, place } = kept;
    fill(this, { mine: aboutOwn(finding, place) });
    await this.#show('mine', finding.study).showKept(kept);
  }

  #hideAll(state: 'none' | 'failed'): void {
    showState(this, state, 'data-result-show');
    showStudy(this, undefined);
  }

  /** Shows the live bench of a study. */
  #show(state: 'theirs' | 'mine', study: string): LiveBench {
    showState(this, state, 'data-result-show');
    const bench = showStudy(this, study)?.querySelector<LiveBench>('live-bench');
    if (bench) return bench;
    throw new RangeError(`This page cannot show the result: it has no study “${study}”.`);
  }
}

/** Study, day, place and facts of a result of the reader's own. */
function aboutOwn(finding: Finding, place: string): string {
  const { title } = findStudy(finding.study);
  const parts = [title, dateText(finding.startedAt), place, factsText(finding)];
  return parts.filter((each) => each !== '').join(' · ');
}

customElements.define('shared-result', SharedResult);
