/** Work of a build on its pages: anchors of hand-written ones, and copies as Markdown. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Element, ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

/** The link of a page that has a copy as Markdown beside it. */
const LINK = '<link rel="alternate" type="text/markdown"';

/** Elements without a meaning in a text. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'dialog',
  'form',
  'button',
  'input',
  'select',
  'svg',
  'nav',
  'footer',
  'live-bench',
]);

/**
 * A page as Markdown: its `main` without forms, buttons, drawings and the live bench. Tables are
 * GitHub's, and links are absolute.
 *
 * @param address absolute address of the page
 * @throws Error where the page has no `main`
 */
async function toMarkdown(html: string, address: string): Promise<string> {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0];
  if (main === undefined) throw new Error(`${address}: got a page without <main>, expected one`);
  const file = await unified()
    .use(rehypeParse, { fragment: true })
    .use(() => (tree: Root) => {
      tree.children = tree.children.flatMap((child) =>
        child.type === 'element' || child.type === 'text' ? clean(child, address) : [],
      );
    })
    .use(rehypeRemark)
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, { bullet: '-' })
    .process(main);
  // Numbers and their units hold together by spaces that a search for "1 042 ms" would not find, and long words
  // have places to break.
  return String(file)
    .replaceAll(/[\u00ad\u200b]/g, '')
    .replaceAll(/[\u00a0\u2007\u202f]|&#x20;/g, ' ');
}

function clean(node: ElementContent, address: string): ElementContent[] {
  // Positions in the source are left out: each plugin would copy them.
  if (node.type === 'text') return [text(node.value)];
  if (node.type !== 'element' || node.tagName === 'pre') return [node];
  const { hidden, ariaHidden, ariaLive, href } = node.properties;
  const isLeftOut = LEFT_OUT.has(node.tagName) && !isIn(node, 'rt-entry-run');
  if (hidden || ariaHidden === 'true' || ariaLive || isLeftOut) return [];
  // What opens a row: in a text all rows stand open.
  if (isIn(node, 'rt-opener')) return [];
  const kept = isIn(node, 'rt-entry-run') ? node.children.flatMap(withoutReader) : node.children;
  const children = apart(kept.flatMap((child) => clean(child, address)));
  const properties =
    typeof href === 'string' ? { href: new URL(href, address).href } : node.properties;
  const cleaned = { type: node.type, tagName: node.tagName, properties, children };
  // A part that is folded under its heading: what it holds is said beside the heading, and stands open here.
  const heading = children.find((child) => child.type === 'element' && /^h\d$/.test(child.tagName));
  if (node.tagName === 'summary' && heading) return [heading];
  // A cell of Markdown is one line, also if it has a list of facts.
  if (node.tagName === 'td') return [{ ...cleaned, children: children.flatMap(inOneLine) }];
  // Small print stands in brackets, since Markdown has no sizes.
  if (node.tagName === 'small') {
    return children.length === 0 ? [] : [text(' ('), ...children, text(')')];
  }
  if (node.tagName !== 'table') return [cleaned];
  // Tables of Markdown have no caption: it stands above as a paragraph.
  const captions = children.flatMap((child): Element[] =>
    child.type === 'element' && child.tagName === 'caption' ? [{ ...child, tagName: 'p' }] : [],
  );
  return [...captions, cleaned];
}

function isIn({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

/** Parts of a run that say what is published. */
const PUBLISHED: readonly unknown[] = [undefined, 'told', 'table'];

/** The run of an entry as published: without its controls and without the column of the reader. */
function withoutReader(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node];
  if (isIn(node, 'rt-own') || !PUBLISHED.includes(node.properties['dataPart'])) return [];
  return [{ ...node, children: node.children.flatMap(withoutReader) }];
}

/** The facts of a list behind their names: `Lacks: Date; Good for: …`. */
function inOneLine(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap(inOneLine);
  if (node.tagName === 'dt') return [...children, text(':')];
  if (node.tagName === 'div') return [...children, text('; ')];
  return ['dl', 'dd'].includes(node.tagName) ? children : [{ ...node, children }];
}

/** Elements that only the style sheet parts, with a space between them. */
function apart(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child, at) =>
    child.type === 'element' && children[at - 1]?.type === 'element' ? [text(' '), child] : [child],
  );
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}

/** Writes `index.md` beside each built page whose head names one. */
export function markdown(site: string): AstroIntegration {
  return {
    name: 'markdown',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const files = await readdir(dir, { recursive: true });
        for (const file of files.filter((each) => each.endsWith('index.html'))) {
          const html = await readFile(new URL(file, dir), 'utf8');
          if (!html.includes(LINK)) continue;
          const path = file.replaceAll('\\', '/').replace(/index\.html$/, '');
          const written = await toMarkdown(html, new URL(path, site).href);
          await writeFile(new URL(`${path}index.md`, dir), written);
        }
      },
    },
  };
}

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
