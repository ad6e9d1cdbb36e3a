/**
 * Shows what a term means where it stands: under the pointer, with the focus, or when it is tapped.
 * Without this a term is a link to the glossary.
 */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a.rt-term')) {
  const note = document.getElementById(link.getAttribute('aria-describedby') ?? '');
  if (note === null) continue;
  link.style.setProperty('anchor-name', `--${note.id}`);
  note.style.setProperty('position-anchor', `--${note.id}`);
  const show = (): void => note.showPopover();
  const hide = (): void => note.hidePopover();
  /** The pointer may go from the term into its note, and follow the link there. */
  const leave = ({ pointerType, relatedTarget }: PointerEvent): void => {
    // A finger that lifts leaves too, before its tap has become a click.
    if (pointerType !== 'mouse') return;
    const into = relatedTarget instanceof Node ? relatedTarget : null;
    if (!note.contains(into) && !link.contains(into)) hide();
  };
  link.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') show();
  });
  link.addEventListener('pointerleave', leave);
  note.addEventListener('pointerleave', leave);
  link.addEventListener('focus', show);
  link.addEventListener('blur', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && note.contains(relatedTarget))) hide();
  });
  link.addEventListener('click', (event) => {
    // A tap has no way to hover: the first thing it asks for is the meaning.
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    event.preventDefault();
    show();
  });
}
export {};
