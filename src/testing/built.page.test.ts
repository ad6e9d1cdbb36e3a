/** What holds of every address, page and script as it was built: nothing of it needs a browser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseHTML } from 'linkedom';
import { builtPaths, builtText, isBuilt } from './built-pages.ts';
import { testSite } from './site.ts';

/** Most words of a sentence in the first paragraph of a page. */
const MOST_WORDS = 28;

const ENTRY = /^\/studies\/[^/]+\/[^/]+\/$/;
const CODE = '.expressive-code pre';

/**
 * A page without what its tables hold, which is most of it: headings of rows and columns say there what a link
 * is about, and no other rule looks into a table.
 */
const outlineOf = (html: string): Document =>
  parseHTML(html.replaceAll(/<(tbody|svg|script|style)\b.*?<\/\1>/gs, '')).document;

const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** What the home page says under its title, else the first paragraph that is not the bench’s. */
function firstParagraph(document: Document): string {
  const paragraphs = [...document.querySelectorAll('main .tagline, main p')];
  return plain(paragraphs.find((each) => !each.closest('live-bench'))?.textContent ?? null);
}

/** The address and the words of each sentence with too many in the first paragraph. */
function longSentences(document: Document): string[] {
  const sentences = firstParagraph(document).split(/(?<=[.?!])\s/);
  return sentences.filter((sentence) => sentence.split(' ').length > MOST_WORDS);
}

/** Links with more than one target, by the name that they are read out with. */
function unclearLinks(document: Document): string[] {
  const byName = Map.groupBy(document.querySelectorAll('main a[href]'), (link) =>
    plain(link.getAttribute('aria-label') ?? link.textContent),
  );
  return [...byName].flatMap(([name, links]) => {
    const targets = new Set(links.map((link) => link.getAttribute('href')));
    return targets.size > 1 ? [`${name} → ${[...targets].join(', ')}`] : [];
  });
}

/** Landmarks that cannot be told apart. What scrolls is a group: a page of many tables would have as many regions. */
function unclearLandmarks(document: Document): string[] {
  const landmarks = 'nav, aside, section:is([aria-label], [aria-labelledby]), [role="region"]';
  const named = Map.groupBy(document.querySelectorAll(landmarks), (each) => {
    const name = each.getAttribute('aria-label') ?? each.getAttribute('aria-labelledby');
    return `${each.localName} ${name}`;
  });
  return [...named].flatMap(([name, all]) =>
    all.length > 1 || all.some((each) => each.getAttribute('role') === 'region') ? [name] : [],
  );
}

const idsIn = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** What may stand once in a page, and the rows of its claims. */
function wrongIds(html: string, claims: number): string[] {
  const ids = idsIn(html);
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.size === seen.add(id).size);
  const found = ids.filter((id) => id.startsWith('claim-')).length;
  return [
    ...twice.map((id) => `id ${id} twice`),
    ...(found === claims ? [] : [`${found} claims, expected ${claims}`]),
  ];
}

test('every link of a page to this site leads to a file, and to the part that it names', () => {
  const pages = new Map(builtPaths().map((path) => [path, builtText(path)]));
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsIn(html))]));
  const broken = [...pages].flatMap(([from, html]) => {
    const links = new Set([...html.matchAll(/<a [^>]*?href="([/#][^"]*)"/g)].map(([, to]) => to));
    return [...links].flatMap((to = '') => {
      const { pathname, hash } = new URL(to.replaceAll('&amp;', '&'), `http://x${from}`);
      const parts = ids.get(pathname);
      const id = decodeURIComponent(hash.slice(1));
      const leads = parts ? id === '' || parts.has(id) : isBuilt(pathname);
      return leads ? [] : [`${from} links to ${to}`];
    });
  });
  expect(pages.size).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

// One test for all, because parsing every page is what takes its time.
test('every page begins in short sentences, and its sidebar leads to every page; links of one name lead to one place, a keyboard reaches code, and ids are the only ones', () => {
  const { studies } = JSON.parse(builtText('/errata.json')) as {
    studies: ReadonlyArray<{ claims: ReadonlyArray<{ href: string }> }>;
  };
  const claimed = studies.flatMap(({ claims }) => claims.map(({ href }) => href.split('#')[0]));
  // Pages that are one of a kind; those of a kind are listed by one of them.
  const ofKind =
    /^\/(choose|studies|systems|sources|embed|capabilities)\/.+|^\/(result\/|404\.html|peer\/|$)/;
  const studyPages = readdirSync('content/studies').map((file) => `/studies/${file.slice(0, -4)}/`);
  const listed = [...builtPaths().filter((path) => !ofKind.test(path)), ...studyPages];
  const pages = builtPaths().map((path) => ({ path, outline: outlineOf(builtText(path)) }));
  const wrong = pages.flatMap(({ path, outline }) => {
    const sidebar = [...outline.querySelectorAll('.sidebar-content a')].map((link) =>
      link.getAttribute('href'),
    );
    // Also before a script has run.
    const noKeyboard = [...outline.querySelectorAll(CODE)].filter(
      (block) => block.getAttribute('tabindex') !== '0',
    );
    const claims = claimed.filter((each) => each === path).length;
    const found = {
      [`more than ${MOST_WORDS} words`]: longSentences(outline),
      landmark: unclearLandmarks(outline),
      'one name': unclearLinks(outline),
      'not in the sidebar':
        sidebar.length === 0 ? [] : listed.filter((each) => !sidebar.includes(each)),
      'no keyboard': noKeyboard.map((block) => block.textContent),
      ids: ENTRY.test(path) ? wrongIds(builtText(path), claims) : [],
    };
    return Object.entries(found).flatMap(([what, all]) =>
      all.map((each) => `${path}: ${what}: ${each}`),
    );
  });
  expect(wrong).toEqual([]);
  const count = (selector: string): number =>
    pages.reduce((sum, { outline }) => sum + outline.querySelectorAll(selector).length, 0);
  expect(pages.filter(({ path }) => ENTRY.test(path)).length).toBeGreaterThan(10);
  expect(count('main a[href]')).toBeGreaterThan(500);
  expect(count(CODE)).toBeGreaterThan(20);
});

test('the browser’s files hold no server half', () => {
  const directory = join(testSite().directory, '_astro');
  const scripts = readdirSync(directory).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(directory, name), 'utf8'));
  expect(texts.some((text) => text.includes('lumenize.rpc'))).toBe(true);
  for (const text of texts) {
    expect(text).not.toMatch(/acceptWebSocket|cloudflare:workers|setAlarm/);
  }
});

test('each client half is a file of its own, loaded by its system’s id', () => {
  const directory = join(testSite().directory, '_astro');
  const scripts = readdirSync(directory).map((name) => join(directory, name));
  // The page asks for them, and the worker that measures does.
  const loaders = scripts
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(file, 'utf8'))
    .map((text) => [
      ...text.matchAll(/["'`]\.\/([^"'`]+\/client\.ts)["'`]:.+?\bimport\(["'`](.+?)["'`]/g),
    ])
    .filter((found) => found.length > 0);
  // A folder without it has no arm on the bench.
  const folders = readdirSync('src/libraries/systems').filter((name) =>
    existsSync(`src/libraries/systems/${name}/client.ts`),
  );
  const halves = folders.map((name) => `${name}/client.ts`);
  expect(loaders).toHaveLength(2);
  for (const found of loaders) {
    expect(found.map(([, half]) => half).sort()).toEqual(halves.sort());
    expect(new Set(found.map(([, , file]) => file)).size).toBe(halves.length);
  }
});
