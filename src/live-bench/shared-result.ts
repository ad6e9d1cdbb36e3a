import { messageOf } from '../bench-client/failure.ts';
import { ownIn, sharedIn } from '../history/index.ts';
import { fill, part, showState } from '../islands/dom.ts';
import { formatDay } from '../numbers/format.ts';
import { distanceName } from '../results/names.ts';
import { placeOf } from '../results/result.ts';
import { planAddress } from './query.ts';
import { endText } from './states.ts';

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
    const theirs = sharedIn(location.hash);
    const packed = theirs ?? ownIn(location.hash);
    try {
      if (packed !== undefined) await this.#openLink(packed, theirs !== undefined);
      else if (location.hash === '') showState(this, 'none');
      else {
        throw new RangeError('This is no link to a result: what stands behind its # is foreign.');
      }
    } catch (error) {
      fill(this, { failure: messageOf(error) });
      part(this, 'tables', HTMLElement).replaceChildren();
      showState(this, 'failed');
    }
  }

  async #openLink(packed: string, isForeign: boolean): Promise<void> {
    const { unpackResult, outlineOf } = await import('../share/index.ts');
    const { resultTables } = await import('./panel.ts');
    const result = await unpackResult(packed);
    const { startedAt, environment, end, tookMs } = result;
    const { title } = outlineOf(result);
    const place = distanceName(placeOf({ environment }));
    fill(this, {
      whose: isForeign ? 'Somebody’s result' : 'Your result',
      study: title,
      facts: `${formatDay(startedAt)}, ${environment.runtime}, ${place}. ${endText(end, tookMs)}`,
      checked: isForeign ? 'Nobody has checked this result. The link holds all of it.' : '',
    });
    part(this, 'tables', HTMLElement).innerHTML = resultTables(result);
    part(this, 'study-link', HTMLAnchorElement).href = `/studies/${result.study}/${location.hash}`;
    part(this, 'plan-link', HTMLAnchorElement).href = planAddress(result, location.origin);
    showState(this, 'shown');
  }
}

customElements.define('shared-result', SharedResult);
