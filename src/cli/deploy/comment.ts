/**
 * Prints the one comment of a pull request: where its preview is, and how its changed arms compare. The
 * workflow sets ADDRESS where the preview answers, RUN, and MEASURED, the file that `measure --json` left.
 */
import { z } from 'zod';
import { readJson } from '../shared/files.ts';

/** The workflow finds the comment by this line, to update it in place. */
const MARK = '<!-- roundtrip-preview -->';
/** Comparisons of one verdict that are named: GitHub takes 65,536 characters. */
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
  const { ADDRESS: address, RUN: run, MEASURED: file } = env;
  const serve = `gh run download ${run} -n preview -D preview && npm run deploy -- serve preview`;
  const preview = address ? address : `Not deployed. To see it: \`${serve}\``;
  const measured = file ? await readJson(file, measuredSchema) : undefined;
  return `${[MARK, '## Preview', preview, '## Measurement', measurement(measured)].join('\n\n')}\n`;
}

function measurement(measured: z.infer<typeof measuredSchema> | undefined): string {
  if (measured === undefined) return 'No result.';
  const { studies, rows } = measured;
  if (studies.length === 0) return 'No configuration’s code changed, so none was measured.';
  const lines = verdicts.flatMap((verdict) => {
    const found = rows.filter((row) => row.verdict === verdict);
    if (verdict === 'without a verdict' && found.length === 0) return [];
    const names = found.slice(0, MOST).map(({ arm, workload, ratio }) => {
      const times = ratio === undefined ? '' : ` (${ratio.value.toFixed(2)}×)`;
      return `\`${arm}\` in \`${workload}\`${times}`;
    });
    const more = found.length > MOST ? [`${found.length - MOST} more`] : [];
    return `- ${found.length} ${verdict}${found.length === 0 ? '' : ': '}${[...names, ...more].join(', ')}`;
  });
  return ['Time against the base, both measured in one run:', '', ...lines].join('\n');
}

if (import.meta.main) process.stdout.write(await comment(process.env));
