/** Contestants from outside, in pages that are built to be measured on the machine that builds them. */
import type { AstroIntegration } from 'astro';
import type { OutsideSystem } from '../harness/plan/index.ts';
import { connectSources } from './origins.ts';

/** A contestant as `measure --browser --system` hands it to the build. */
export interface BuiltContestant {
  system: OutsideSystem;
  /** Origin of its Worker; undefined where the bench serves it. */
  origin?: string | undefined;
  /** Path of its client module, bundled. */
  client: string;
}

/** Name of the environment's variable that holds them, as JSON. No deployed site is built with it. */
export const CONTESTANTS = 'ROUNDTRIP_CONTESTANTS';

/** @throws SyntaxError for text that is no JSON */
export function readContestants(value: string | undefined): BuiltContestant[] {
  return value === undefined || value === '' ? [] : (JSON.parse(value) as BuiltContestant[]);
}

/** What connect-src needs for them: requests and WebSockets to their Workers. */
export function contestantSources(contestants: readonly BuiltContestant[]): string[] {
  return contestants.flatMap(({ origin }) => (origin === undefined ? [] : connectSources(origin)));
}

/**
 * Puts contestants in the place of the list that the pages have, which is empty. Their clients become
 * files of the site, loaded when a run starts as those of its own systems are.
 */
export function contestants(list: readonly BuiltContestant[]): AstroIntegration {
  const items = list.map(
    ({ system, origin, client }) =>
      `{ system: ${JSON.stringify(system)}, origin: () => ${JSON.stringify(origin)}, load: () => import(${JSON.stringify(client)}) }`,
  );
  const plugin = {
    name: 'roundtrip-contestants',
    enforce: 'pre' as const,
    load: (id: string) =>
      id.endsWith('/src/studies/outside.ts')
        ? `export const contestants = [${items.join(', ')}];`
        : undefined,
  };
  const vite = { plugins: [plugin], worker: { plugins: () => [plugin] } };
  return {
    name: 'roundtrip-contestants',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        if (list.length > 0) updateConfig({ vite });
      },
    },
  };
}
