import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { markTerms, type Term, termSchema } from './mark.ts';

const glossary = z
  .record(z.string(), termSchema)
  .parse(parse(readFileSync('content/glossary.yaml', 'utf8')));
const terms: Term[] = Object.entries(glossary).map(([id, term]) => ({ id, ...term }));

const page = (main: string) => `<html><body><main>${main}</main></body></html>`;
const marked = (main: string) => markTerms(page(main), terms);
const linksIn = (html: string) =>
  [...html.matchAll(/<a class="rt-term" href="\/glossary\/#([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, id, word]) => [id, word],
  );
/** The page without what was added. */
const without = (html: string) =>
  html
    .replaceAll(/<a class="rt-term"[^>]*>([^<]*)<\/a>/g, '$1')
    .replace(/<div data-pagefind-ignore>.*<\/div>(?=<\/body>)/s, '');

describe('markTerms', () => {
  it('links the first use of a term, and says once what it means', () => {
    const html = marked('<p>Two Durable Objects.</p><p>A Durable Object again.</p>');
    expect(linksIn(html)).toEqual([['durable-object', 'Durable Objects']]);
    expect(html.match(/id="term-durable-object"/g)).toHaveLength(1);
    expect(html).toContain('aria-describedby="term-durable-object"');
  });

  it('takes the longer of two terms, and both where both stand', () => {
    expect(
      linksIn(marked('<p>A hibernating WebSocket under <b>wrangler dev</b> or workerd</p>')),
    ).toEqual([
      ['hibernation', 'hibernating'],
      ['wrangler-dev', 'wrangler dev'],
      ['workerd', 'workerd'],
    ]);
  });

  it.each([
    ['a heading', '<h2>A Durable Object</h2>'],
    ['a link', '<p><a href="/">A Durable Object</a></p>'],
    ['code', '<p><code>workerd</code></p>'],
    ['a table', '<table><tr><td><p>workerd</p></td></tr></table>'],
    ['what a script writes', '<p data-slot="finding">workerd</p><p role="status">workerd</p>'],
    ['part of a word', '<p>pharmacy, workerds, arms-length, /workerd/</p>'],
    ['a closed fold', '<details><summary>x</summary><p>workerd</p></details>'],
    ['workers that are not Cloudflare’s', '<p>web workers</p>'],
    ['an attribute', '<p title="workerd">x</p>'],
  ])('leaves %s as it is', (_what, main) => {
    expect(marked(main)).toBe(page(main));
  });

  it('leaves what is outside of main as it is', () => {
    const html = '<html><body><nav><p>workerd</p></nav><main><p>x</p></main></body></html>';
    expect(markTerms(html, terms)).toBe(html);
  });

  it('changes nothing of a page but what it adds', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<a href="#">', '</a>', '<br>', '<li>', '&amp;', '&nbsp;', ' ', 'x', '’'],
      ...['<code>', '</code>', 'Durable Object', 'an A/A control', 'baseline', '<!-- workerd -->'],
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const main = pieces.join('');
        expect(without(marked(main))).toBe(page(main));
      }),
    );
  });
});

describe('the terms', () => {
  it.each(terms)('$name: in short sentences', ({ id, text }) => {
    expect(id).toMatch(/^[a-z0-9-]+$/);
    for (const sentence of text.split(/(?<=\.) /)) {
      expect(sentence.split(' ').length).toBeLessThanOrEqual(28);
    }
  });

  it('stand in the order of the alphabet, each once', () => {
    const names = terms.map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
    expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length);
  });
});
