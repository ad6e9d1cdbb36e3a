import {
  type Filter,
  type Filtered,
  passes,
  readFilter,
  shownText,
  writeFilter,
} from '../../report/entry-filter.ts';
import { part } from '../dom.ts';

/** Shows of a list the items that have the chosen system and setting, and keeps the choice in the address. */
class EntryFilter extends HTMLElement {
  connectedCallback(): void {
    const items = [...this.querySelectorAll<HTMLElement>('[data-filter-item]')];
    const system = part(this, 'system', HTMLSelectElement);
    const setting = part(this, 'setting', HTMLSelectElement);
    const shown = part(this, 'shown', HTMLElement);

    const show = (filter: Filter): void => {
      [system.value, setting.value] = [filter.system, filter.setting];
      for (const item of items) item.hidden = !passes(hasOf(item), filter);
      // What is asked for may stand among the earlier ones.
      const fold = this.querySelector('details');
      if (fold && (filter.system || filter.setting)) fold.open = true;
      const count = items.filter(({ hidden }) => !hidden).length;
      shown.textContent = shownText(count, items.length, this.dataset['of'] ?? '');
    };
    const choose = (): void => {
      const filter = { system: system.value, setting: setting.value };
      show(filter);
      const { pathname, search, hash } = location;
      history.replaceState(null, '', `${pathname}${writeFilter(search, filter)}${hash}`);
    };
    for (const field of [system, setting]) field.addEventListener('change', choose);

    const idsIn = ({ options }: HTMLSelectElement): string[] =>
      [...options].map(({ value }) => value).filter((value) => value !== '');
    try {
      show(readFilter(location.search, { system: idsIn(system), setting: idsIn(setting) }));
    } catch (error) {
      shown.textContent = error instanceof Error ? error.message : String(error);
    }
    // What stood in for this until now: see EntryFilter.astro.
    document.adoptedStyleSheets = [];
  }
}

function hasOf({ dataset: { system = '', setting = '' } }: HTMLElement): Filtered {
  return { system: system.split(' '), setting: setting.split(' ') };
}

customElements.define('entry-filter', EntryFilter);
