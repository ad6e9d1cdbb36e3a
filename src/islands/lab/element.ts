import { part, showStudy } from '../dom.ts';

/** `<study-chooser>`: of the forms of the lab, shows that of the chosen study. */
class StudyChooser extends HTMLElement {
  connectedCallback(): void {
    const choice = part(this, 'study', HTMLSelectElement);
    const asked = new URLSearchParams(location.search).get('study');
    if ([...choice.options].some(({ value }) => value === asked)) choice.value = asked ?? '';
    showStudy(document, choice.value);
    choice.addEventListener('change', () => {
      // From now on the address is the plan of this form.
      const form = showStudy(document, choice.value)?.querySelector('form');
      form?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

customElements.define('study-chooser', StudyChooser);
