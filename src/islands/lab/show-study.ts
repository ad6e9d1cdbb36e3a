/** Shows the part that is of this study and hides those of others; returns its form, if it has one. */
export function showStudy(root: ParentNode, study: string): HTMLFormElement | null {
  for (const part of root.querySelectorAll('[data-study]')) {
    part.toggleAttribute('hidden', part.getAttribute('data-study') !== study);
  }
  return root.querySelector<HTMLFormElement>(`[data-study="${study}"] form`);
}
