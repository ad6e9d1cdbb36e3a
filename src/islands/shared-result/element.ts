import { messageOf } from '../../bench-client/failure.ts';
import { ownIn } from '../../history/index.ts';
import { studies } from '../../studies/index.ts';
import { fill, showState, showStudy } from '../dom.ts';
import type { LiveBench } from '../live-bench/element.ts';
import { dateText, factsText } from '../results/words.ts';

/**
 * `<shared-result>`: opens what stands behind the # of the address, somebody's result or one of the
 * reader's own, in the live bench of its study. The markup is src/pages/result/index.astro's;
 * `data-state` is reading, none, theirs, yours or failed, and a part shows in the states of its
 * `data-result-show`. Nothing runs by itself.
 */
class SharedResult extends HTMLElement {
  connectedCallback(): void {
    window.addEventListener('hashchange', () => void this.#open());
    void this.#open();
  }

  async #open(): Promise<void> {
    const theirs = /^#r=(.*)$/s.exec(location.hash)?.[1];
    const yours = ownIn(location.hash);
    try {
      if (theirs !== undefined) await this.#openLink(theirs, 'theirs');
      else if (yours !== undefined) await this.#openLink(yours, 'yours');
      else if (location.hash === '') this.#hideAll('none');
      else
        throw new RangeError('This is no link to a result: what stands behind its # is foreign.');
    } catch (error) {
      fill(this, { failure: messageOf(error) });
      this.#hideAll('failed');
    }
  }

  async #openLink(text: string, whose: 'yours' | 'theirs'): Promise<void> {
    const { unpackFinding, studyOf } = await import('../../share/index.ts');
    const { withOriginal } = await import('../../report/parties.ts');
    const finding = await unpackFinding(text);
    // It may come from a site that has a published library installed.
    const study = studyOf(finding, studies.map(withOriginal));
    const facts = `${study.title} · ${dateText(finding.startedAt)} · ${factsText(finding)}`;
    fill(this, { [whose]: facts });
    showState(this, whose, 'data-result-show');
    const bench = showStudy(this, study.id)?.querySelector<LiveBench>('live-bench');
    if (!bench) {
      throw new RangeError(`This page cannot show the result: it has no study “${study.id}”.`);
    }
    await bench.present(finding, whose);
  }

  #hideAll(state: 'none' | 'failed'): void {
    showState(this, state, 'data-result-show');
    showStudy(this, undefined);
  }
}

customElements.define('shared-result', SharedResult);
