/** How an entry is cited: as plain text and as BibTeX. */
import { formatDay } from '../figures/format.ts';

/** What a citation names. */
export interface Cited {
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
    ['title', `{${escaped(title)}}`],
    ['howpublished', `Roundtrip, journal of “${escaped(study)}”`],
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
function escaped(text: string): string {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\\~^]|[#$%&_{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
