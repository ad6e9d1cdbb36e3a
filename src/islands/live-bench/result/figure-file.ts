/** A figure as an SVG file that looks the same everywhere: light, with its title, its key, source and date. */
import { formatDay } from '../../../figures/format.ts';

interface About {
  title: string;
  /** What each line of the figure stands for. */
  key: ReadonlyArray<{ short: string; name: string }>;
  /** Address of the page. */
  source: string;
  /** ISO 8601. */
  startedAt: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const PADDING = 20;
const LINE = 18;
/** Width of a character at 12 px, in px, on the wide side. */
const CHARACTER = 6.6;
/** The same of the title, which is bold. */
const TITLE_CHARACTER = 8.8;

/** What the page’s style sheets decide, and a file must say itself. */
const styled = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['opacity', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'],
] as const;

/** @param drawing the figure on the page */
export function figureFile(drawing: SVGSVGElement, about: About): string {
  const figure = inLight(() => resolved(drawing));
  const { width, height } = drawing.viewBox.baseVal;
  const most = Math.floor(width / CHARACTER);
  const above = wrapped(about.title, Math.floor(width / TITLE_CHARACTER));
  const day = formatDay(about.startedAt);
  const below = [
    ...about.key.map(({ short, name }) => `${short}: ${name}`),
    `Source: ${about.source}, ${day}`,
  ].flatMap((line) => wrapped(line, most));
  const top = PADDING + above.length * LINE + 10;
  const total = top + height + 10 + below.length * LINE + PADDING;
  const file = element('svg', {
    ...{ xmlns: SVG, width: width + 2 * PADDING, height: total },
    viewBox: `0 0 ${width + 2 * PADDING} ${total}`,
    'font-family': 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif',
    role: 'img',
  });
  for (const [name, text] of [
    ['title', about.title],
    ['desc', `${drawing.ariaLabel ?? ''} Source: ${about.source}, ${day}`],
  ] as const) {
    file.append(element(name, {}, text));
  }
  for (const [name, value] of Object.entries({ x: PADDING, y: top, width, height })) {
    figure.setAttribute(name, String(value));
  }
  const texts = (lines: readonly string[], y: number, looks: Record<string, string | number>) =>
    lines.map((line, at) => element('text', { x: PADDING, y: y + at * LINE, ...looks }, line));
  file.append(
    element('rect', { width: '100%', height: '100%', fill: '#ffffff' }),
    ...texts(above, PADDING + 12, { 'font-size': 14, 'font-weight': 600, fill: '#15181b' }),
    figure,
    ...texts(below, top + height + 10 + 14, { 'font-size': 12, fill: '#565e64' }),
  );
  return `${new XMLSerializer().serializeToString(file)}\n`;
}

/** Does something while the page is light, which nobody sees: nothing is painted in between. */
function inLight<Outcome>(act: () => Outcome): Outcome {
  const { dataset } = document.documentElement;
  const theme = dataset['theme'];
  dataset['theme'] = 'light';
  try {
    return act();
  } finally {
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
  }
}

/** A copy in which every element says how it looks. */
function resolved(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [at, original] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(original);
    const target = copies[at];
    target?.removeAttribute('class');
    target?.removeAttribute('style');
    for (const name of styled) target?.setAttribute(name, plainColor(looks.getPropertyValue(name)));
  }
  copy.removeAttribute('role');
  copy.removeAttribute('aria-label');
  return copy;
}

/** `color(srgb 0.05 0.42 0.4 / 0.16)`, which browsers alone can read, as `rgba(13, 107, 102, 0.16)`. */
export function plainColor(value: string): string {
  return value.replace(
    /^color\(srgb (.+?) (.+?) (.+?)(?: \/ (.+))?\)$/,
    (_, ...parts: string[]) => {
      const channels = parts.slice(0, 3).map((part) => Math.round(Number(part) * 255));
      return `rgba(${channels.join(', ')}, ${parts[3] ?? 1})`;
    },
  );
}

/** Words in lines of at most so many characters. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text = '',
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns') made.setAttribute(key, String(value));
  }
  made.textContent = text;
  return made;
}
