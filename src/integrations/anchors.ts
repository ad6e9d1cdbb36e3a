import type { AstroIntegration } from 'astro';

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
