/** The images that stand for pages where they are linked, as SVG without any text element. */
import { formatDate } from '../../components/entry-date.ts';
import { lookOf } from '../../figures/palette.ts';
import type { StudyOutline } from '../../harness/study.ts';
import { allSystems } from '../../studies/systems.ts';
import logo from '../../styles/logo.svg?raw';
import { IMAGE_SIZE } from '../head.ts';
import {
  entryRatios,
  namesOf,
  ratioText,
  systemIn,
  type EntryRatio,
  type RatioSource,
} from '../ratios.ts';
import { colours, label, line, shape } from './draw.ts';
import { forest } from './forest.ts';
import { cut, linesOf, widthOf, type TextStyle } from './text.ts';
import { siteLine } from './words.ts';

const MARGIN = 64;
const RIGHT = IMAGE_SIZE.width - MARGIN;
const WIDTH = RIGHT - MARGIN;

const styles = {
  name: { size: 30, weight: 'bold' },
  small: { size: 26, weight: 'regular' },
  study: { size: 30, weight: 'regular' },
  title: { size: 54, weight: 'bold' },
  text: { size: 32, weight: 'regular' },
  ratio: { size: 104, weight: 'bold' },
} as const satisfies Record<string, TextStyle>;

/** An entry's: its study, its title, and its first ratio with the interval. */
export function entryCard(page: RatioSource): string {
  const { title, description, timestamp } = page.entry.data;
  const [first] = entryRatios(page);
  const day = formatDate(timestamp);
  const lines = linesOf(title, styles.title, WIDTH, 2);
  return svg([
    brand(),
    label(day, styles.small, RIGHT - widthOf(day, styles.small), 98, colours.faint),
    label(page.study.title, styles.study, MARGIN, 178, colours.accent),
    ...lines.map((each, row) => label(each, styles.title, MARGIN, 248 + row * 64, colours.strong)),
    ...(first ? ratioPanel(page, first) : textPanel(page.study, description)),
  ]);
}

/** The whole site's, with the shapes of all systems. */
export function siteCard(): string {
  // Systems without a look of their own share one.
  const looks = new Map(allSystems.map(({ id }) => [lookOf(id).variable, id]));
  const lines = linesOf(siteLine, styles.title, WIDTH, 3);
  return svg([
    brand(),
    ...lines.map((each, row) => label(each, styles.title, MARGIN, 290 + row * 70, colours.strong)),
    ...[...looks.values()].map((system, index) =>
      shape(system, MARGIN + 16 + index * 60, 540, 16, true),
    ),
  ]);
}

function svg(parts: readonly string[]): string {
  const { width, height } = IMAGE_SIZE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${colours.page}"/>${parts.join('')}</svg>`
  );
}

function brand(): string {
  const mark = logo.replace('<svg ', `<svg x="${MARGIN}" y="66" width="44" height="44" `);
  return mark + label('Roundtrip', styles.name, MARGIN + 58, 98, colours.strong);
}

/** The ratio in large, of what it is, and beside it the others of the same arm or workload. */
function ratioPanel(page: RatioSource, first: EntryRatio): string[] {
  const { study } = page;
  const names = namesOf(study, first);
  const [number = '', ...rest] = ratioText(first).split(' ');
  const beside = MARGIN + 14 + widthOf(number, styles.ratio);
  const compared = (arm: string, name: string, y: number): string =>
    shape(systemIn(study, arm), MARGIN + 14, y - 9, 12, first.from === 'measured') +
    label(cut(name, styles.small, 500), styles.small, MARGIN + 42, y, colours.text);
  return [
    line([MARGIN, 350], [RIGHT, 350], colours.line),
    label(cut(names.workload, styles.small, 540), styles.small, MARGIN, 392, colours.text),
    label(number, styles.ratio, MARGIN - 4, 492, colours.strong),
    label(rest.join(' '), styles.text, beside, 492, colours.text),
    compared(first.arm, names.arm, 544),
    compared(first.reference, `against ${names.reference}`, 584),
    forest(page, first, { x: 690, y: 376, width: RIGHT - 690, height: 208 }),
  ];
}

/** An entry that compares nothing: what it is about, and the study's systems as far as they fit. */
function textPanel(study: StudyOutline, description: string): string[] {
  let x = MARGIN;
  const systems = [...new Set(study.arms.map(({ system }) => system))].flatMap((id) => {
    const name = allSystems.find((system) => system.id === id)?.label ?? id;
    const width = 28 + 14 + widthOf(name, styles.small) + 40;
    if (x + width > RIGHT) return [];
    x += width;
    return [
      shape(id, x - width + 14, 566, 12, false),
      label(name, styles.small, x - width + 42, 575, colours.text),
    ];
  });
  return [
    line([MARGIN, 350], [RIGHT, 350], colours.line),
    ...linesOf(description, styles.text, WIDTH, 3).map((each, row) =>
      label(each, styles.text, MARGIN, 408 + row * 46, colours.text),
    ),
    ...systems,
  ];
}
