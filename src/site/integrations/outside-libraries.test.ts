import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { outsideLibraries, readOutsideLibraries } from './settings.ts';

const arms = [{ name: 'x', label: 'X', accept: 'hibernating' as const }];
const system = { id: 'mine', label: 'Mine', versions: {}, arms };
const LIST = fileURLToPath(import.meta.resolve('../../libraries/studies/outside.ts'));
const built = { system, origin: 'http://localhost:9', client: '/tmp/mine/browser.js' };

/** The plugins that a build with these libraries has. */
function pluginsOf(list: Parameters<typeof outsideLibraries>[0]) {
  const added: Array<{ load: (id: string) => string | undefined }> = [];
  const hook = outsideLibraries(list).hooks['astro:config:setup'];
  const updateConfig = ({ vite }: { vite: { plugins: typeof added } }) =>
    added.push(...vite.plugins);
  void hook?.({ updateConfig } as unknown as Parameters<typeof hook>[0]);
  return added;
}

it('replace the empty list of the pages, and nothing else', () => {
  const [plugin] = pluginsOf(readOutsideLibraries(JSON.stringify([built])));
  expect(existsSync(LIST)).toBe(true);
  expect(plugin?.load(LIST)).toBe(
    `export const outsideLibraries = [{ system: ${JSON.stringify(system)}, origin: () => "http://localhost:9", load: () => import("/tmp/mine/browser.js") }];`,
  );
  expect(plugin?.load(LIST.replace('outside.ts', 'index.ts'))).toBeUndefined();
});

it('leave a site without them alone', () => {
  expect(pluginsOf(readOutsideLibraries(undefined))).toEqual([]);
  expect(readOutsideLibraries('')).toEqual([]);
});
