/** How others show what stands here: an answer as a badge, and an entry as a citation. */
import { formatDay } from '../figures/format.ts';

/** A badge as shields.io reads and draws it: https://shields.io/badges/endpoint-badge */
export interface Badge {
  schemaVersion: 1;
  /** What was done: `One call that writes`. */
  label: string;
  /** `by hand 0.43 ms · Cap’n Web 0.49 · Lumenize RPC 0.53` */
  message: string;
  color: string;
}

/** The badge of a line of an answer, without its ratios. */
export function badgeOf(line: string): Badge {
  const [asks = '', ...rest] = line.split(': ');
  const message = rest.join(': ').replaceAll(/ \([^)]*\)|\.$/g, '');
  return badge(asks.replace(/, .*/, ''), message === '' ? line : message);
}

/** @param label the left half, @param message the right one */
export function badge(label: string, message: string): Badge {
  return { schemaVersion: 1, label, message, color: '0c6b65' };
}

/** The address of a badge’s picture, which shields.io draws of what stands at `address`. */
export const badgePicture = (address: string): string =>
  `https://img.shields.io/endpoint?url=${encodeURIComponent(address)}`;

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
