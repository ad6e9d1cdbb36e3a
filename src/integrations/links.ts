/** Links of pages: those to the glossary are made, and those inside the site are checked. */
import { existsSync } from 'node:fs';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import type { AstroIntegration } from 'astro';
import starlightLinksValidator from 'starlight-links-validator';

/** Makes links to the glossary of the first uses of its terms, on every page; src/glossary finds them. */
export function glossary(): AstroIntegration {
  return {
    name: 'glossary',
    hooks: {
      'astro:config:setup'({ config, addMiddleware, injectScript }) {
        const entrypoint = new URL('./src/glossary/middleware.ts', config.root);
        addMiddleware({ entrypoint, order: 'post' });
        injectScript('page', `import '/src/islands/terms.ts';`);
      },
    },
  };
}

/**
 * Whether the build has made a page for an address. The validator knows only hand-written pages;
 * what src/pages makes is looked for where the build wrote it.
 */
export function isBuilt(output: URL, link: string): boolean {
  const path = link.replace(/[?#].*$/, '');
  return (
    path.startsWith('/') && path.endsWith('/') && existsSync(new URL(`.${path}index.html`, output))
  );
}

/**
 * starlight-links-validator, told where this project keeps its pages. It looks for them in
 * `<srcDir>/content/docs`; they stand in `content/docs`, and without this every link to a page would
 * be called broken.
 */
export function linksValidator(root: URL): StarlightPlugin {
  let output = new URL('dist/', root);
  const plugin = starlightLinksValidator({
    // Asked after the build: a page that exists passes, one that does not is reported.
    exclude: ({ link }) => isBuilt(output, link),
  });
  const setup = plugin.hooks['config:setup'];
  return {
    ...plugin,
    hooks: {
      ...plugin.hooks,
      'config:setup': (context) => {
        output = context.astroConfig.outDir;
        return setup?.({ ...context, astroConfig: { ...context.astroConfig, srcDir: root } });
      },
    },
  };
}
