/** Files for crawlers: `/robots.txt`, and `/llms.txt`, a map for language models as llmstxt.org describes it. */
import type { APIRoute } from 'astro';
import { cases } from '../site/choose/cases.ts';
import { absolute, file, markdownOf } from '../site/exports/addresses.ts';
import { siteLine } from '../site/integrations/settings.ts';
import { hrefOf, readJournal } from '../journal/journal.ts';
import { studyEntries } from '../journal/studies.ts';

export async function getStaticPaths() {
  // Everybody may read everything; the sitemap, which Starlight brings, says what there is.
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${absolute('/sitemap-index.xml')}\n`;
  return Object.entries({ robots, llms: await llmsText() }).map(([document, text]) => ({
    params: { document },
    props: { text },
  }));
}

export const GET: APIRoute<{ text: string }> = ({ props }) => file(props.text, 'text/plain');

async function llmsText(): Promise<string> {
  const studies = await studyEntries();
  const journal = await readJournal();
  const item = (name: string, address: string, says: string): string =>
    `- [${name}](${absolute(address)}): ${says}`;
  const parts: Array<[heading: string, items: string[]]> = [
    [
      'Compare libraries',
      cases.map(({ id, label, title }) =>
        item(label, markdownOf(`/choose/${id}/`), `${title}: times, costs and what each cannot do`),
      ),
    ],
    ['Studies', studies.map(({ id, data }) => item(data.title, `/studies/${id}/`, data.question))],
    ...studies.map(({ id, data }): [string, string[]] => [
      `Journal: ${data.title}`,
      journal
        .ofStudy(id)
        .map((entry) => item(entry.data.title, markdownOf(hrefOf(entry)), entry.data.description)),
    ]),
    [
      'Method',
      [
        item('How we measure', '/method/', 'launches, rounds, intervals and classes'),
        item('Calibration', '/method/calibration/', 'how often the statistics are right'),
        item('Measure your library', '/outside/', 'the files and the command'),
      ],
    ],
    [
      'Data',
      [
        item('Addresses and columns', '/data/', 'what each document holds, and its version'),
        item('Studies as JSON', '/api/studies.json', 'every study with its entries'),
        item('Entries as JSON', '/api/entries.json', 'every entry as its file has it'),
        item(
          'Records as JSON',
          '/api/records.json',
          'all records, with their results as JSON and CSV',
        ),
        item('Claims as JSON', '/errata.json', 'what the sources stated, each with its verdict'),
        item('Feed', '/rss.xml', 'all entries as RSS, the latest first'),
      ],
    ],
  ];
  const lines = [
    '# Roundtrip',
    '',
    `> ${siteLine}`,
    '',
    'Every number is measured, quoted or estimated, and says which. Measured numbers have a 95 % ' +
      'confidence interval. Quoted ones come from outside documents, which kept no samples, and have none. ' +
      'Claims of a document are recomputed from its own figures. A ratio is a library’s time divided by that ' +
      'of the reference: below 1 it is faster. Lumenize RPC is the npm package, Lumenize RPC ' +
      '(reimplementation) is this site’s own code.',
    ...parts.flatMap(([heading, items]) => ['', `## ${heading}`, '', ...items]),
  ];
  return `${lines.join('\n')}\n`;
}
