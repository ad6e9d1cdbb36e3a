/** A journal of one study that builds, for tests that break it. */
import { quotedRecordSchema } from '../harness/record/index.ts';
import { resultOf } from '../results/rows-of.ts';
import type { Content } from './scratch-site.ts';

/** Front matter, or what a JSON file holds. */
type Fields = Record<string, unknown>;

/** Files by name. Each may be changed, and a result may be any text. */
export interface Journal {
  study: Fields;
  entries: Record<string, Fields>;
  results: Record<string, Fields | string>;
}

export const STUDY = 'call-delay';

const record = quotedRecordSchema.parse({
  ...{ schema: 1, kind: 'quoted', study: STUDY, date: '2025-01-01' },
  source: { title: 'A table', url: 'https://example.org/' },
  environment: { setting: 'local', versions: {} },
  results: [
    { arm: 'lumenize-call', workload: 'calls-10', operations: 10, totalMs: 30, msPerOperation: 3 },
    { arm: 'workers-rpc', workload: 'calls-10', operations: 10, totalMs: 2, msPerOperation: 0.2 },
  ],
  figures: [{ id: 'payload', label: 'Payload', value: 300, unit: 'B', origin: 'measured' }],
});

function soundEntry(): Fields {
  return {
    study: STUDY,
    place: 1,
    timestamp: '2025-01-01',
    title: 'The first entry',
    description: 'A batch of calls.',
    changed: ['The first entry.'],
    settings: ['local'],
    vantage: 'One machine.',
    systems: { '@lumenize/call': 'not stated' },
    records: [`${STUDY}/first`],
    claims: [
      {
        text: 'the calls take longer',
        stated: '15',
        unit: '×',
        of: '$ratio("lumenize-call", "calls-10")',
      },
    ],
  };
}

export function soundJournal(): Journal {
  return {
    study: {
      title: 'Calls',
      question: 'How long does a call take?',
      short: 'How long does a call take?',
      card: {
        ...{ number: '$f("payload")', unit: 'B', text: 'in each call.' },
        bars: { workload: 'calls-10', client: 'node', arms: ['workers-rpc', 'lumenize-call'] },
      },
      systems: ['lumenize-call', 'workers-rpc'],
      limits: ['Much', 'More'].map((what) => ({ what, why: 'It is made up.' })),
      order: 1,
    },
    entries: { first: soundEntry() },
    results: { first: { ...resultOf(record) } },
  };
}

/** The files of a journal; a front matter may as well be JSON, which is YAML. */
export function filesOf({ study, entries, results }: Journal): Content {
  const page = (front: Fields): string => `---\n${JSON.stringify(front, null, 2)}\n---\n\nText.\n`;
  const filesIn = <Item>(
    folder: string,
    items: Record<string, Item>,
    end: string,
    of: (item: Item) => string,
  ) =>
    Object.fromEntries(
      Object.entries(items).map(([name, item]) => [`${folder}/${STUDY}/${name}.${end}`, of(item)]),
    );
  return {
    'docs/index.mdx': page({ title: 'Home' }),
    [`studies/${STUDY}.mdx`]: page(study),
    ...filesIn('entries', entries, 'mdx', page),
    ...filesIn('results', results, 'json', (result) =>
      typeof result === 'string' ? result : JSON.stringify(result),
    ),
    [`records/${STUDY}/first.json`]: JSON.stringify(record),
  };
}
