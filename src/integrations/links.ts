/**
 * starlight-links-validator, told where this project keeps its pages. It looks for them in
 * `<srcDir>/content/docs`; they stand in `content/docs`, and without this every link to a
 * page would be called broken.
 */
import { readdirSync } from 'node:fs';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import starlightLinksValidator from 'starlight-links-validator';

/** Addresses that src/pages makes of studies and entries; the validator cannot see into them. */
function customPages(root: URL): Set<string> {
  const addresses = ['studies', 'entries'].flatMap((collection) =>
    readdirSync(new URL(`content/${collection}/`, root), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.mdx'))
      .map((file) => `/studies/${file.replaceAll('\\', '/').replace(/\.mdx$/, '')}/`),
  );
  return new Set(['/studies/', '/network/', '/errata/', ...addresses]);
}

/** Link validation for pages in `content/docs` under the project's root. */
export function linksValidator(root: URL): StarlightPlugin {
  const pages = customPages(root);
  const plugin = starlightLinksValidator({
    // A study or entry that exists passes; one that does not is reported like any broken link.
    exclude: ({ link }) => pages.has(link.replace(/[?#].*$/, '')),
  });
  const setup = plugin.hooks['config:setup'];
  return {
    ...plugin,
    hooks: {
      ...plugin.hooks,
      'config:setup': (context) =>
        setup?.({ ...context, astroConfig: { ...context.astroConfig, srcDir: root } }),
    },
  };
}
