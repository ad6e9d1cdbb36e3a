/** Shows the form of the study that the address names, and has the forms answer. */
const choice = document.querySelector<HTMLSelectElement>('.rt-lab [data-part="study"]');
const asked = new URLSearchParams(location.search).get('study');
if (choice && [...choice.options].some(({ value }) => value === asked)) choice.value = asked ?? '';
// From now on the address is the plan of the form that is shown.
choice?.addEventListener('change', () => {
  const form = document.querySelector(`[data-study="${choice.value}"] form`);
  form?.dispatchEvent(new Event('input', { bubbles: true }));
});
// Loaded behind, because each form reads the address once it is shown.
void import('./element.ts');
