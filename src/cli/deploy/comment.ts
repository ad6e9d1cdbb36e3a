/**
 * Prints the one comment of a pull request: where its preview is, what it changes, and how its changed
 * configurations compare. The workflow sets RUN, ADDRESS where the preview answers, CHANGES, the lines of
 * `git diff --numstat`, and MEASURED, the file that `measure --json` left.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readJson } from '../shared/files.ts';

/** The workflow finds the comment by this line, to update it in place. */
const MARK = '<!-- roundtrip-preview -->';
/** Comparisons of one verdict, pages and results that are named: GitHub takes 65,536 characters. */
const MOST = 80;

/** Text from a pull request. It stands in a code span, which none of these signs can end. */
const plain = z.string().regex(/^[\w .:+/()-]{1,80}$/);
const verdicts = ['slower', 'faster', 'undecided', 'equal', 'without a verdict'] as const;
const measuredSchema = z.object({
  /** Studies with a changed arm; empty where no arm changed. */
  studies: z.array(z.object({ study: plain })),
  rows: z.array(
    z.object({
      arm: plain,
      workload: plain,
      /** Absent where the conditions of the two sides differ. */
      verdict: z.enum(verdicts).default('without a verdict'),
      /** Absent where nothing counted. */
      ratio: z.object({ value: z.number() }).optional(),
    }),
  ),
});

/** The text of the comment, in Markdown. @throws Error naming what of the measurement is not expected */
export async function comment(env: NodeJS.ProcessEnv): Promise<string> {
  const { ADDRESS: address, RUN: run, CHANGES: changes, MEASURED: file } = env;
  const serve = `gh run download ${run} -n preview -D preview && npm run deploy -- serve preview`;
  const preview = address ? address : `Not deployed. To see it: \`${serve}\``;
  const measured = file ? await readJson(file, measuredSchema) : undefined;
  const lines = changes ? (await readFile(changes, 'utf8')).split('\n').filter(Boolean) : undefined;
  const parts = ['## Changes', changesOf(lines), '## Measurement', measurement(measured)];
  return `${[MARK, '## Preview', preview, ...parts].join('\n\n')}\n`;
}

/** Addresses of pages, and names of results, by the files that they are made of. */
const PAGES =
  /^content\/(entries|studies|systems|sources|docs)\/([\w/.-]{1,120}?)(?:\/index)?\.(?:mdx|json)$/;
const RESULTS = /^content\/results\/([\w/.-]{1,120})\.json$/;

/** @param lines of `git diff --numstat`: lines that came, lines that went, the file */
function changesOf(lines: readonly string[] | undefined): string {
  if (lines === undefined) return 'Not known.';
  const pages: string[] = [];
  const numbers: string[] = [];
  for (const line of lines) {
    const [, come, gone, file = ''] = /^(\d+)\t(\d+)\t(.+)$/.exec(line) ?? [];
    const [, folder = '', page] = PAGES.exec(file) ?? [];
    const [, result] = RESULTS.exec(file) ?? [];
    const parent = folder === 'entries' ? 'studies' : folder;
    const address = `/${parent === 'docs' ? '' : `${parent}/`}${page}/`;
    if (page !== undefined) pages.push(`\`${address}\` (+${come} −${gone} lines)`);
    // A result has a line for each row.
    if (result !== undefined) numbers.push(`\`${result}\` (+${come} −${gone} rows)`);
  }
  const found = [counted('texts of pages', pages), counted('published results', numbers)];
  return `${found.join('\n')}\n- ${lines.length - pages.length - numbers.length} other files`;
}

/** An item of a list: how many there are, and which. */
function counted(what: string, names: readonly string[]): string {
  const more = names.length > MOST ? [`${names.length - MOST} more`] : [];
  const named = [...names.slice(0, MOST), ...more].join(', ');
  return `- ${names.length} ${what}${names.length === 0 ? '' : `: ${named}`}`;
}

function measurement(measured: z.infer<typeof measuredSchema> | undefined): string {
  if (measured === undefined) return 'No result.';
  const { studies, rows } = measured;
  if (studies.length === 0) return 'No configuration’s code changed, so none was measured.';
  const lines = verdicts.flatMap((verdict) => {
    const found = rows.filter((row) => row.verdict === verdict);
    if (verdict === 'without a verdict' && found.length === 0) return [];
    const names = found.map(({ arm, workload, ratio }) => {
      const times = ratio === undefined ? '' : ` (${ratio.value.toFixed(2)}×)`;
      return `\`${arm}\` in \`${workload}\`${times}`;
    });
    return counted(verdict, names);
  });
  return ['Time against the base, both measured in one run:', '', ...lines].join('\n');
}

if (import.meta.main) process.stdout.write(await comment(process.env));
