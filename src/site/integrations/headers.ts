/**
 * Finishes dist/_headers after the build: the policy that stands in public/_headers allows
 * every inline script and no bench on another origin, because both are known only now.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parseHTML } from 'linkedom';

/** Longest line that Cloudflare reads in a _headers file, in characters. */
const LINE_LIMIT = 2000;

/** Script types that run, and therefore need a hash; `application/json` and the like are data. */
const runs = new Set(['', 'module', 'text/javascript', 'application/javascript']);

/** The script elements of a page, each from its start tag to the first end tag: where a browser ends it too. */
export function scriptsIn(html: string): string[] {
  // Other tags are read as well: an attribute of theirs may hold the text of a script.
  const tags = html.match(/<script\b.*?<\/script\s*>|<[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/gis) ?? [];
  return tags.filter((tag) => /^<script\b/i.test(tag));
}

/** The bodies of those script elements that hold what they run. */
export function inlineScripts(elements: Iterable<string>): string[] {
  const { document } = parseHTML([...elements].join(''));
  return [...document.querySelectorAll('script:not([src])')]
    .filter((script) => runs.has(script.getAttribute('type')?.toLowerCase() ?? ''))
    .map((script) => script.textContent)
    .filter((body) => body !== '');
}

/** A script's source expression: `'sha256-…'`. */
export function scriptHash(body: string): string {
  return `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
}

/** Facts that are known only once the site is built. */
interface FinishedWith {
  /** Bodies of all inline scripts of all pages, repetitions allowed. */
  scripts: readonly string[];
  /** Origins that pages reach in addition to their own: of the bench, and of the Workers of outside libraries. */
  origins: ReadonlyArray<string | undefined>;
  /** Files of the pages, from the folder of the site. */
  pages: readonly string[];
}

/** The rule of all paths below /embed/. */
const FRAMES = /^\/embed\/\*\n((?:[ \t]+.*\n)+)/m;
const POLICY = /^\s*Content-Security-Policy:.*$/gm;

/**
 * The text of a _headers file with the bench in connect-src and with hashes in script-src, of every
 * policy in it, and with the rule of all frames for each frame that there is.
 *
 * @throws RangeError for a line that would be too long to be read at all
 */
export function finishHeaders(headers: string, { scripts, origins, pages }: FinishedWith): string {
  // Requests and WebSockets.
  const sources = origins.flatMap((origin) =>
    origin === undefined ? [] : [origin, origin.replace(/^http/, 'ws')],
  );
  const hashes = [...new Set(scripts)].map(scriptHash).sort();
  const frames = pages
    .map((file) => `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`)
    .filter((path) => /^\/embed\/[^/]+\/$/.test(path))
    .sort();
  const framed = headers.replace(FRAMES, (_, rule: string) =>
    frames.map((path) => `${path}\n${rule}`).join('\n'),
  );
  return framed.replace(POLICY, (line) => {
    const finished = line
      .replace(/connect-src [^;]*/, (part) => [part, ...sources].join(' '))
      .replace(/script-src [^;]*/, (part) =>
        part.replace("'unsafe-inline'", hashes.join(' ')).replace(/ {2,}/g, ' '),
      );
    if (finished.length <= LINE_LIMIT) return finished;
    throw new RangeError(
      `_headers: got a policy of ${finished.length} characters for ${hashes.length} inline scripts, ` +
        `expected at most ${LINE_LIMIT}: put some of the scripts into files`,
    );
  });
}

/** Runs `finishHeaders` over the built site. */
export function headers(origins: FinishedWith['origins']): AstroIntegration {
  return {
    name: 'roundtrip-headers',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const files = await readdir(dir, { recursive: true });
        const pages = files.filter((file) => file.endsWith('.html'));
        // Pages share most of their scripts. One page after another: all together would fill the memory.
        const elements = new Set<string>();
        for (const page of pages) {
          for (const element of scriptsIn(await readFile(new URL(page, dir), 'utf8'))) {
            elements.add(element);
          }
        }
        const scripts = inlineScripts(elements);
        const file = new URL('_headers', dir);
        const text = await readFile(file, 'utf8');
        await writeFile(file, finishHeaders(text, { scripts, origins, pages }));
        logger.info(`${pages.length} pages, ${scripts.length} inline scripts hashed`);
      },
    },
  };
}
