/** `npm run publish-entry`: makes a journal entry of records. */
import { runCommand, UsageError } from '../shared/args.ts';
import { publishEntry } from './files.ts';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run publish-entry -- <record.json>… --title <text> --description <text> [flags]',
      ],
      about: `Makes the file of a journal entry, its front matter filled from the records, and moves the
records into content/records/. What changed since the last entry is left for the author to say.`,
      positionals: true,
      flags: {
        title: { value: '<text>', help: 'title of the entry' },
        description: { value: '<text>', help: 'one sentence on what was measured' },
        slug: { value: '<name>', help: 'end of the file’s name (made from the title)' },
        'allow-partial': { help: 'publish a record that was ended early' },
        'allow-dirty': { help: 'publish a record whose code differs from its commit or has none' },
        'allow-stale': {
          help: 'publish a record whose Workers ran another commit than its client',
        },
      },
    },
    async ({ values, positionals }) => {
      const { title, description, slug } = values;
      if (positionals.length === 0)
        throw new UsageError('records: got none, expected a file or more');
      const [missing] =
        Object.entries({ title, description }).find(([, text]) => !text?.trim()) ?? [];
      if (title === undefined || description === undefined || missing !== undefined) {
        throw new UsageError(`--${missing ?? 'title'}: got none, expected a text`);
      }
      const made = await publishEntry(positionals, process.cwd(), {
        title: title.trim(),
        description: description.trim(),
        slug,
        allow: (['allow-partial', 'allow-dirty', 'allow-stale'] as const).filter(
          (flag) => values[flag],
        ),
      });
      for (const file of [made.entry, ...made.records]) console.log(file);
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
