import { expect, it } from 'vitest';
import { contestants, contestantSources, readContestants } from './settings.ts';
import { connected } from './headers.ts';

const arms = [{ name: 'x', label: 'X', accept: 'hibernating' as const }];
const system = { id: 'mine', label: 'Mine', versions: {}, arms };
const built = { system, origin: 'http://localhost:9', client: '/tmp/mine/browser.js' };

/** The plugins that a build with these contestants has. */
function pluginsOf(list: Parameters<typeof contestants>[0]) {
  const added: Array<{ load: (id: string) => string | undefined }> = [];
  const hook = contestants(list).hooks['astro:config:setup'];
  const updateConfig = ({ vite }: { vite: { plugins: typeof added } }) =>
    added.push(...vite.plugins);
  void hook?.({ updateConfig } as unknown as Parameters<typeof hook>[0]);
  return added;
}

it('replace the empty list of the pages, and nothing else', () => {
  const [plugin] = pluginsOf(readContestants(JSON.stringify([built])));
  expect(plugin?.load('/site/src/studies/outside.ts')).toBe(
    `export const contestants = [{ system: ${JSON.stringify(system)}, origin: () => "http://localhost:9", load: () => import("/tmp/mine/browser.js") }];`,
  );
  expect(plugin?.load('/site/src/studies/index.ts')).toBeUndefined();
});

it('leave a site without them alone', () => {
  expect(pluginsOf(readContestants(undefined))).toEqual([]);
  expect(readContestants('')).toEqual([]);
});

it('open the policy of that build alone for their Workers', () => {
  const policy =
    "/*\n  Content-Security-Policy: default-src 'self'; connect-src 'self'; object-src 'none'\n";
  const sources = contestantSources([built, { ...built, origin: undefined }]);
  expect(connected(policy, undefined, sources)).toContain(
    "connect-src 'self' http://localhost:9 ws://localhost:9; object-src",
  );
  expect(connected(policy, undefined, [])).toBe(policy);
});
