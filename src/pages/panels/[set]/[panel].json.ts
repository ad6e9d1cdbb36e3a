/** A panel of a page’s answers, which its switches ask for. */
import type { APIRoute } from 'astro';
import { answerSet, answerSetIds } from '../../../site/live-bench/answer-sets.ts';
import { runnableStudy } from '../../../site/live-bench/config.ts';
import { NOT_RUN, showPanel, writeData } from '../../../site/live-bench/panel.ts';

export async function getStaticPaths() {
  const sets = await Promise.all(
    (await answerSetIds()).map(async (id) => ({ id, set: await answerSet(id) })),
  );
  return sets.flatMap(({ id, set: { study, panels, shown } }) =>
    panels.map((panel) => {
      const yours = runnableStudy(study) ? NOT_RUN : undefined;
      return {
        params: { set: id, panel: panel.key },
        props: { text: writeData(showPanel(panel, shown, yours)) },
      };
    }),
  );
}

export const GET: APIRoute<{ text: string }> = ({ props: { text } }) =>
  new Response(text, { headers: { 'content-type': 'application/json' } });
