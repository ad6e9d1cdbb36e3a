import { type Args, positiveNumber, UsageError } from '../shared/args.ts';

export const compareCommand = {
  usage: ['npm run compare -- <A.json> <B.json> [flags]'],
  about: `Says how many times A’s time B takes, configuration by configuration. Two records hold whatever the machine did between them:
to learn whether a change made something slower, measure two folders in one run, as measure --help says.`,
  positionals: true,
  flags: {
    margin: { value: '<percent>', help: 'what counts as equal (the study’s: 5)' },
    json: { help: 'one JSON document instead of the table' },
  },
} as const;

export interface CompareOptions {
  files: readonly [string, string];
  /** Half-width of what counts as equal, as a fraction; undefined for the study's own. */
  margin: number | undefined;
  json: boolean;
}

/** @throws UsageError naming the value got and what was expected */
export function readCompareOptions({
  values,
  positionals,
}: Args<typeof compareCommand.flags>): CompareOptions {
  const { margin, json } = values;
  const [first, second, ...rest] = positionals;
  if (first === undefined || second === undefined || rest.length > 0) {
    throw new UsageError(`records: got ${positionals.length}, expected two files`);
  }
  return {
    files: [first, second],
    margin: margin === undefined ? undefined : positiveNumber('--margin', margin, 1000) / 100,
    json,
  };
}
