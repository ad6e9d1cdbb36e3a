/** How others show what stands here: a study’s answer as a small picture, and an entry as a citation. */
import { formatDay } from '../figures/format.ts';
import { escaped } from '../report/choose-html.ts';
import type { Answer } from '../report/entry-answer.ts';

/** What a badge says. */
export interface Badge {
  /** What was done: `One call that writes`. */
  label: string;
  /** `by hand 0.43 ms · Cap’n Web 0.49 · Lumenize RPC 0.53` */
  value: string;
  /** The whole line, with where it was and with its ratios. */
  title: string;
}

/** The badge of a study: the first line of its answer. */
export function badgeOf({ sentences: [title = ''] }: Pick<Answer, 'sentences'>): Badge {
  const [asks = '', ...rest] = title.split(': ');
  const value = rest.join(': ').replaceAll(/ \([^)]*\)|\.$/g, '');
  return { label: asks.replace(/, .*/, ''), value, title };
}

/** Ground of the two halves; the text on both is white. */
export const colors = { label: '#22272a', value: '#0c6b65', text: '#ffffff' } as const;
const HEIGHT = 22;
const PADDING = 8;

/** Room for a text, in px: generous, and `textLength` keeps every font to it. */
function widthOf(text: string): number {
  return Math.round([...text].length * 6.4);
}

/** The badge as an SVG file that needs nothing else. */
export function badgeSvg({ label, value, title }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(value)];
  const [split, width] = [left + 2 * PADDING, left + right + 4 * PADDING];
  const word = (x: number, room: number, content: string) =>
    `<text x="${x}" y="15" textLength="${room}" lengthAdjust="spacingAndGlyphs">${escaped(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<clipPath id="corners"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#corners)">
<rect width="${split}" height="${HEIGHT}" fill="${colors.label}"/>
<rect x="${split}" width="${width - split}" height="${HEIGHT}" fill="${colors.value}"/>
</g>
<g fill="${colors.text}" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif" font-size="12">
${word(PADDING, left, label)}
${word(split + PADDING, right, value)}
</g>
</svg>
`;
}

/** What a citation names. */
interface Cited {
  title: string;
  study: string;
  /** Absolute address of the entry’s page. */
  address: string;
  /** Day or moment of the measurement, ISO 8601; undefined where the source gives none. */
  date: string | undefined;
  /** Commit that was measured; undefined where nobody said which. */
  commit: string | undefined;
  /** Id of the entry: `<study>/<name>`. */
  id: string;
}

/** One line: title, site, study, date, commit and address. */
export function plainCitation({ title, study, address, date, commit }: Cited): string {
  const parts = [
    `“${title}”`,
    `Roundtrip, journal of “${study}”`,
    date === undefined ? 'no date' : formatDay(date),
    ...(commit === undefined ? [] : [`measured at commit ${commit}`]),
    address,
  ];
  return parts.join(', ').replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ');
}

/** A `@misc` entry of BibTeX, whose key is made of the entry’s id. */
export function bibtex({ title, study, address, date, commit, id }: Cited): string {
  const [year, month] = date?.split(/[-T]/) ?? [];
  const fields: Array<[name: string, value: string | undefined]> = [
    ['author', '{Roundtrip}'],
    ['title', `{${escapedTex(title)}}`],
    ['howpublished', `Roundtrip, journal of “${escapedTex(study)}”`],
    ['year', year],
    ['month', month === undefined ? undefined : String(Number(month))],
    ['note', commit === undefined ? undefined : `Measured at commit ${commit}`],
    ['url', address],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${value}},`],
  );
  return [`@misc{roundtrip-${id.replaceAll('/', '-')},`, ...lines, '}'].join('\n');
}

const signs: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Text without what TeX would take for a command; an address needs none in its own field. */
function escapedTex(text: string): string {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\\~^]|[#$%&_{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
