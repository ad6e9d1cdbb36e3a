/** Tables that pages fetch: the answers that switches ask for, and those of entries. */
import type { APIRoute } from 'astro';
import { entriesOf, entryPage } from '../../journal/entries.ts';
import { entryFiles } from '../../journal/entry-panels.ts';
import { answerSet, answerSetIds } from '../../site/live-bench/answer-sets.ts';
import { runnableStudy } from '../../site/live-bench/config.ts';
import { NOT_RUN, showPanel, writeData } from '../../site/live-bench/panel.ts';

interface Props {
  make: () => string;
}

export async function getStaticPaths() {
  const sets = await Promise.all(
    (await answerSetIds()).map(async (id) => ({ id, set: await answerSet(id) })),
  );
  const ofSets = sets.flatMap(({ id, set: { study, panels, shown } }) =>
    panels.map((panel) => {
      const yours = runnableStudy(study) ? NOT_RUN : undefined;
      return {
        params: { panel: `${id}/${panel.key}` },
        props: { make: () => writeData(showPanel(panel, shown, yours)) },
      };
    }),
  );
  const ofEntries = (await entriesOf()).map(async (entry) =>
    (await entryFiles(await entryPage(entry))).map(({ name, html }) => ({
      params: { panel: `${entry.id}/${name}` },
      props: { make: () => writeData({ table: html() }) },
    })),
  );
  return [...ofSets, ...(await Promise.all(ofEntries)).flat()];
}

export const GET: APIRoute<Props> = ({ props: { make } }) =>
  new Response(make(), { headers: { 'content-type': 'application/json' } });
