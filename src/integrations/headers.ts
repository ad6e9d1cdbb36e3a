/**
 * Finishes dist/_headers after the build: the policy that stands in public/_headers allows
 * every inline script and no bench on another origin, because both are known only now.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parseHTML } from 'linkedom';
import { connectSources } from './settings.ts';

// Reads a _headers file as the platform's asset server does, for a server that knows none.

interface Rule {
  path: RegExp;
  /** Names, in lower case, that rules before it set and this one takes away. */
  removed: string[];
  set: Array<[name: string, value: string]>;
}

/** @throws SyntaxError naming the line that cannot be read */
export function readHeaders(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      const pattern = line.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
      rules.push({ path: new RegExp(`^${pattern.join('.*')}$`), removed: [], set: [] });
      continue;
    }
    const rule = rules.at(-1);
    const [, removed, name = '', value = ''] = /^(?:! *(\S+)|(\S+): *(.*))$/.exec(line) ?? [];
    if (rule === undefined || (removed === undefined && name === '')) {
      const expected = rule === undefined ? 'a path before it' : '"Name: value" or "! Name"';
      throw new SyntaxError(`_headers: got ${JSON.stringify(line)}, expected ${expected}`);
    }
    if (removed === undefined) rule.set.push([name.toLowerCase(), value]);
    else rule.removed.push(removed.toLowerCase());
  }
  return rules;
}

/** The headers of a path: of all rules that match, one after the other. A query changes nothing. */
export function headersOf(rules: readonly Rule[], address: string): Map<string, string> {
  const path = address.replace(/[?#].*$/s, '');
  const headers = new Map<string, string>();
  for (const rule of rules.filter((each) => each.path.test(path))) {
    for (const name of rule.removed) headers.delete(name);
    for (const [name, value] of rule.set) {
      const before = headers.get(name);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return headers;
}

/** Longest line that Cloudflare reads in a _headers file, in characters. */
const LINE_LIMIT = 2000;

/** Script types that run, and therefore need a hash; `application/json` and the like are data. */
const runs = new Set(['', 'module', 'text/javascript', 'application/javascript']);

/** A script element, from its start tag to the first end tag: where a browser ends it too. */
const SCRIPT = /<script\b.*?<\/script\s*>/gis;

/**
 * The bodies of all scripts in a page that stand in the page itself and run. Pages share most of
 * their scripts, so each element is parsed when it is seen first, and no page as a whole.
 *
 * @param seen bodies of scripts by their elements, to which those of the page are added
 */
export function inlineScripts(html: string, seen = new Map<string, string[]>()): string[] {
  return [...html.matchAll(SCRIPT)].flatMap(([element]) => {
    const bodies = seen.get(element) ?? runningIn(element);
    seen.set(element, bodies);
    return bodies;
  });
}

function runningIn(element: string): string[] {
  const { document } = parseHTML(element);
  return [...document.querySelectorAll('script:not([src])')]
    .filter((script) => runs.has(script.getAttribute('type')?.toLowerCase() ?? ''))
    .map((script) => script.textContent)
    .filter((body) => body !== '');
}

/** A script's source expression: `'sha256-…'`. */
export function scriptHash(body: string): string {
  return `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
}

/** What is known only once the site is built. */
interface FinishedWith {
  /** Bodies of all inline scripts of all pages, repetitions allowed. */
  scripts: readonly string[];
  /** Origin of the bench, where it is not the site's own. */
  benchOrigin: string | undefined;
  /** Further sources for connect-src. */
  sources?: readonly string[];
  /** Addresses of the pages that may stand in pages elsewhere: `/embed/call-delay/`. */
  frames?: readonly string[];
}

/**
 * The text of a _headers file with the bench in connect-src and with hashes in script-src, of every
 * policy in it, and with the rule of all frames for each frame that there is.
 *
 * @throws RangeError for a line that would be too long to be read at all
 */
export function finishHeaders(
  headers: string,
  { scripts, benchOrigin, sources = [], frames = [] }: FinishedWith,
): string {
  const hashes = [...new Set(scripts)].map(scriptHash).sort();
  const framed = headers.replace(FRAMES, (_, rule: string) =>
    frames.map((path) => `${path}\n${rule}`).join('\n'),
  );
  return connected(framed, benchOrigin, sources).replace(POLICY, (line) => {
    const hashed = line.replace(/script-src [^;]*/, (part) =>
      part.replace("'unsafe-inline'", hashes.join(' ')).replace(/ {2,}/g, ' '),
    );
    if (hashed.length <= LINE_LIMIT) return hashed;
    throw new RangeError(
      `_headers: got a policy of ${hashed.length} characters for ${hashes.length} inline scripts, ` +
        `expected at most ${LINE_LIMIT}: put some of the scripts into files`,
    );
  });
}

/** The rule of all paths below /embed/. */
const FRAMES = /^\/embed\/\*\n((?:[ \t]+.*\n)+)/m;
const POLICY = /^\s*Content-Security-Policy:.*$/gm;

/** Addresses of the frames among built pages. @param pages their files, from the folder of the site */
export function framesAmong(pages: readonly string[]): string[] {
  const paths = pages.map((file) => `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`);
  return paths.filter((path) => /^\/embed\/[^/]+\/$/.test(path)).sort();
}

/** The text of a _headers file with the bench, and other sources, in the connect-src of every policy. */
export function connected(
  headers: string,
  benchOrigin: string | undefined,
  others: readonly string[] = [],
): string {
  const sources = [...(benchOrigin === undefined ? [] : connectSources(benchOrigin)), ...others];
  if (sources.length === 0) return headers;
  return headers.replace(POLICY, (line) =>
    line.replace(/connect-src [^;]*/, `$& ${sources.join(' ')}`),
  );
}

/**
 * Astro integration that runs `finishHeaders` over the built site, and has the development server
 * send the same headers: there alone inline scripts may run, since it makes them as it goes.
 */
export function headers(
  benchOrigin: string | undefined,
  sources: readonly string[] = [],
): AstroIntegration {
  return {
    name: 'roundtrip-headers',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const file = new URL('../../public/_headers', import.meta.url);
        const rules = readHeaders(connected(await readFile(file, 'utf8'), benchOrigin, sources));
        server.middlewares.use((request, response, next) => {
          for (const [name, value] of headersOf(rules, request.url ?? '/')) {
            response.setHeader(name, value);
          }
          next();
        });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const files = await readdir(dir, { recursive: true });
        const pages = files.filter((file) => file.endsWith('.html'));
        const found = new Map<string, string[]>();
        // One after another: all pages of a large site together would fill the memory.
        for (const page of pages) {
          inlineScripts(await readFile(new URL(page, dir), 'utf8'), found);
        }
        const scripts = [...new Set([...found.values()].flat())];
        const file = new URL('_headers', dir);
        const finished = finishHeaders(await readFile(file, 'utf8'), {
          ...{ scripts, benchOrigin, sources, frames: framesAmong(pages) },
        });
        await writeFile(file, finished);
        logger.info(
          `${pages.length} pages, ${scripts.length} inline scripts hashed, ` +
            `bench on ${benchOrigin ?? 'the same origin'}`,
        );
      },
    },
  };
}
