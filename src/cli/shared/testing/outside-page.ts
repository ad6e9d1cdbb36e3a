/** The page that authors of libraries follow, so that its commands and code are those that tests run. */
import { readFileSync } from 'node:fs';

export const OUTSIDE_PAGE = readFileSync('content/docs/outside.mdx', 'utf8');

/** The texts of its blocks in a language. */
export const pageBlocks = (language: string): string[] =>
  [...OUTSIDE_PAGE.matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );

/** Its command lines that begin so, in their order. */
export const pageLines = (beginning: string): string[] =>
  pageBlocks('sh')
    .flatMap((text) => text.trim().split('\n'))
    .filter((line) => line.startsWith(beginning));
