/** Anchors of hand-written pages, and the check of the links inside the site. */
import { existsSync } from 'node:fs';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import type { AstroIntegration } from 'astro';
import starlightLinksValidator from 'starlight-links-validator';

/** Lets a heading of a hand-written page keep its published anchor: `## The formula {#formula}`. */
export function anchors(): AstroIntegration {
  return {
    name: 'anchors',
    hooks: {
      'astro:config:setup'({ config: { markdown } }) {
        const { name, options } = markdown.processor;
        if (name !== 'satteri') throw new Error(`Markdown: got ${name}, expected satteri`);
        Object.assign((options as { features: object }).features, { headingAttributes: true });
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
