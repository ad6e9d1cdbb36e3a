/** What is wrong with the layout of a page, whatever its font: looked for in the page itself. */
import type { Page } from '@playwright/test';

/**
 * Faults of a page at its present width, each in a sentence; nothing where there are none. It may not scroll
 * sideways, no text may stick out of its box, and no word may break but where `mayBreak` lets it.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(faultsHere);

/** Runs in the page, so it can use nothing from outside itself. */
function faultsHere(): string[] {
  const faults = new Set<string>();
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth} px wide at ${clientWidth}`);
  for (const bar of document.querySelectorAll('header.header, header.header nav'))
    if (bar.scrollHeight > bar.clientHeight)
      faults.add(`${bar.localName} is ${bar.scrollHeight} px high at ${bar.clientHeight}`);

  /** Whether a word may break between two of its characters: after a sign or a hump, where none closes. */
  const mayBreak = (before: string, after: string): boolean => {
    if (/[)\].,;:!?%’”]/u.test(after)) return false;
    if (/\d/.test(after) && /[.,]/.test(before)) return false;
    return (
      !/[\p{L}\p{N}]/u.test(before) || (/[\p{Ll}\p{N}]/u.test(before) && /\p{Lu}/u.test(after))
    );
  };
  const named = (element: Element): string => {
    const { localName, className, id } = element;
    const own = typeof className === 'string' ? className.trim().replaceAll(/\s+/g, '.') : '';
    return `${localName}${id && `#${id}`}${own && `.${own}`}`;
  };
  const pathOf = (element: Element): string =>
    [element.parentElement?.parentElement, element.parentElement, element]
      .flatMap((each) => (each ? [named(each)] : []))
      .join(' > ');

  const range = document.createRange();
  const boxes = new Map<Element, { left: number; right: number } | undefined>();
  /** The sides between which the text of an element has to stay; undefined where it can be scrolled to or is hidden. */
  const boxOf = (element: Element): { left: number; right: number } | undefined => {
    const known = boxes.get(element);
    if (known !== undefined || boxes.has(element)) return known;
    const { display, overflowX, textOverflow, position, clipPath } = getComputedStyle(element);
    const { left, right } = element.getBoundingClientRect();
    let box: { left: number; right: number } | undefined;
    if (position === 'absolute' && (clipPath !== 'none' || right - left <= 1)) box = undefined;
    else if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') box = undefined;
    else if (display.startsWith('inline') && display !== 'inline-block')
      box = element.parentElement ? boxOf(element.parentElement) : undefined;
    else box = { left, right };
    boxes.set(element, box);
    return box;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement?.checkVisibility() === true &&
    text.parentElement.closest('script, style, option, svg, .sr-only') === null &&
    text.nodeValue?.trim() !== ''
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  );
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement!;
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()];
    const box = boxOf(parent);
    for (const { left, right } of rects)
      if (box && (left < box.left - 1 || right > box.right + 1)) {
        faults.add(
          `"${text.data.trim().slice(0, 40)}" sticks out by ${Math.round(Math.max(box.left - left, right - box.right))} px: ${pathOf(parent)}`,
        );
        break;
      }
    if (rects.length < 2) continue;
    for (const { 0: word, index } of text.data.matchAll(/\S{2,}/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size < 2) continue;
      let last: number | undefined;
      let at = index;
      for (const character of word) {
        range.setStart(text, at);
        range.setEnd(text, at + character.length);
        // Behind a soft hyphen a character has an empty rectangle at the end of the line before its own.
        const top = [...range.getClientRects()].at(-1)?.top ?? last ?? 0;
        const [before = ''] = [...text.data.slice(index, at)].slice(-1);
        if (last !== undefined && Math.abs(top - last) > 4 && !mayBreak(before, character)) {
          const broken = `${text.data.slice(index, at)}|${text.data.slice(at, index + word.length)}`;
          faults.add(`"${broken}" breaks: ${pathOf(parent)}`);
        }
        last = top;
        at += character.length;
      }
    }
  }
  return [...faults];
}
