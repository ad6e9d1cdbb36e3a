/** The numbers of a text, but for those within a word, a version or an address: `Node 22.14.0`, `HTTP/2`. */
export function numbersIn(text: string): number[] {
  const number = /(?<![\w.])(?<!\w\/)[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\.?\d)/g;
  return [...text.matchAll(number)].map(([found]) => Number(found.replaceAll(',', '')));
}
