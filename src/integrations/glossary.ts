import type { AstroIntegration } from 'astro';

/** Makes links to the glossary of the first uses of its terms, on every page; src/glossary has both. */
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
