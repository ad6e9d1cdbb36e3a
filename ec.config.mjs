import { defineEcConfig } from '@astrojs/starlight/expressive-code';

/**
 * Long lines of code scroll sideways; a keyboard reaches what scrolls by its tabindex. Expressive Code
 * sets it by script, some time after a page has arrived: here it is there from the start, also where no
 * script runs. Its script takes it away again from blocks that do not scroll.
 */
const reachedByKeyboard = {
  name: 'Scrollable code is reached by keyboard',
  hooks: {
    postprocessRenderedBlock: ({ renderData }) => {
      const visit = (node) => {
        if (node.tagName === 'pre') node.properties.tabIndex = 0;
        node.children?.forEach(visit);
      };
      visit(renderData.blockAst);
    },
  },
};

/** A line is coloured to its end however long that takes: on a busy machine pages would differ otherwise. */
const withoutTimeLimit = {
  name: 'No time limit for a line',
  preprocess: (_code, options) => {
    options.tokenizeTimeLimit = 0;
  },
};

export default defineEcConfig({
  plugins: [reachedByKeyboard],
  shiki: { engine: 'javascript', transformers: [withoutTimeLimit] },
});
