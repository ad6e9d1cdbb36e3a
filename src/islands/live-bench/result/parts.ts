import { fill, part } from '../../dom.ts';

/** Sets a part's text, in its slot of the same name; hides the part when there is none. */
export function paragraph(root: ParentNode, name: string, text: string | undefined): void {
  part(root, name, HTMLElement).hidden = text === undefined;
  fill(root, { [name]: text ?? '' });
}

/** Fills a list; hides the part around it when there is nothing to list. */
export function lines(root: ParentNode, name: string, texts: readonly string[]): void {
  const box = part(root, name, HTMLElement);
  box.hidden = texts.length === 0;
  const list = part(box, 'list', HTMLElement);
  list.replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
}
