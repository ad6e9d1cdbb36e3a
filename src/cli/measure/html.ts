/** A record as one HTML page that needs nothing else. */
import { readFileSync } from 'node:fs';
import { recordHtml } from '../../report/record-html.ts';
import { colorRules } from '../../tables/palette.ts';
import { escaped } from '../../report/choose-html.ts';

const sheets = ['theme', 'figures'].map((name) =>
  readFileSync(new URL(`../../styles/${name}.css`, import.meta.url), 'utf8'),
);

const OWN = `
:root { color-scheme: light dark; --sl-color-text: var(--sl-color-gray-1); --sl-text-xs: .8125rem;
  --sl-text-sm: .875rem; --__sl-font: system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: var(--rt-space-6) var(--rt-space-4);
  background: var(--sl-color-black); color: var(--sl-color-text); font: 1rem/1.6 var(--__sl-font); }
h1, h2, summary { color: var(--sl-color-white); line-height: 1.25; }
h1 { font-size: 1.75rem; } h2 { margin-top: var(--rt-space-7); font-size: 1.25rem; }
.answer { padding: 0; list-style: none; font-size: 1.125rem; }
.rt-figure { margin-inline: 0; } .rt-table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: var(--sl-text-sm); font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--sl-color-gray-6); padding: var(--rt-space-2) var(--rt-space-3) var(--rt-space-2) 0; text-align: right; white-space: nowrap; }
:is(th, td):first-child { text-align: left; white-space: normal; } th { font-weight: 400; } thead th { font-weight: 600; }
.rt-muted { color: var(--sl-color-gray-3); } dt { font-weight: 600; } dd { margin: 0 0 var(--rt-space-2); overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }`;

/** The style of a record as a page. */
const RESULT_STYLE = [...sheets, colorRules, OWN].join('\n');

/** @returns a whole HTML document. @throws as {@link recordHtml} does */
export function pageOf(...of: Parameters<typeof recordHtml>): string {
  const { title, html } = recordHtml(...of);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${RESULT_STYLE}</style>
<h1>${escaped(title)}</h1>
${html}
</html>
`;
}
