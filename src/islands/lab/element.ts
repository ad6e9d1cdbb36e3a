import { part } from '../dom.ts';
import { showStudy } from './show-study.ts';

/** `<study-chooser>`: of the forms of the lab, shows that of the chosen study. */
class StudyChooser extends HTMLElement {
  connectedCallback(): void {
    const choice = part(this, 'study', HTMLSelectElement);
    const asked = new URLSearchParams(location.search).get('study');
    if ([...choice.options].some(({ value }) => value === asked)) choice.value = asked ?? '';
    showStudy(document, choice.value);
    choice.addEventListener('change', () => {
      // From now on the address is the plan of this form.
      showStudy(document, choice.value)?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

customElements.define('study-chooser', StudyChooser);
