/** Every script that was built, in the browsers that the site promises to work in. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import type { Route } from '@playwright/test';
import { type ESLint, Linter, type SourceCode } from 'eslint';
import { inlineScripts, scriptsIn } from '../site/integrations/headers.ts';
import { oldestBrowsers, SYNTAX, unloaded } from '../site/islands/oldest-browsers.ts';
import { builtPaths, builtText } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { labOf, openLiveBench, test as runningTest } from './live-bench.ts';
import { testSite } from './site.ts';

/** Answers with a script that no browser parses: so does an old one see what is too new for it. */
const unparsable = async (route: Route): Promise<void> =>
  route.fulfill({ response: await route.fetch(), body: 'let newer = ;' });

const DATA = 'node_modules/@mdn/browser-compat-data/data.json';
const bcd = JSON.parse(readFileSync(DATA, 'utf8')) as CompatData;
type Versions = Readonly<Record<keyof typeof oldestBrowsers, string>>;

/** Interfaces that a script of the site may get hold of without naming them. */
const REACHED =
  /^(AbortController|AbortSignal|Blob|Clipboard|Crypto|CustomElementRegistry|DataTransfer|Document|DocumentFragment|DOMTokenList|Element|Event|EventTarget|FormData|Headers|History|HTML\w*Element|Location|LockManager|MessageEvent|MessagePort|Navigator|Node|NodeList|Performance|ReadableStream|Request|Response|Storage|URL|URLSearchParams|WebSocket|Window|Worker|WorkerGlobalScope|WorkerNavigator|WritableStream)$/;

/** Names that the oldest browsers lack, that scripts use and nobody supplies, with the reason why that does no harm. */
const harmless: Readonly<Record<string, string>> = {
  'AbortSignal.timeout': 'older Chromium has it too, and names its error otherwise',
  'Error.captureStackTrace': 'zod and Pagefind ask for it first',
  'Intl.Segmenter': 'Pagefind asks for it first',
  SuppressedError: 'the code that stands for `using` brings its own',
  'URL.canParse': 'zod asks for it first',
  'Uint8Array.fromBase64': 'Cap’n Web asks for it first',
  '.ariaHidden': 'of an element of Expressive Code for the time of a copy',
  '.cancelIdleCallback': 'Expressive Code asks for it first',
  '.connection': 'Astro and the page ask for it first',
  '.popover': 'the menu of Starlight; older browsers are promised the benchmark',
  '.requestIdleCallback': 'Starlight and Expressive Code ask for it first',
  '.toBase64': 'Cap’n Web asks for it first',
  '.userAgentData': 'Pagefind asks for it first',
};
/** Members of objects of this site and of its libraries that have the names of newer members of built-in ones. */
const namesakes = new Set(
  `asyncDispose bytes capture config dispose drop duplex external groupBy grow handler isError keepalive memory share
  stackTraceLimit suppressed take transfer when`
    .split(/\s+/)
    .map((name) => `.${name}`),
);

type Version = SimpleSupportStatement['version_added'];
const numbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

function isBy(version: string, added: Version): boolean {
  if (typeof added !== 'string' || added === 'preview') return false;
  const [[had = 0, minor = 0], [got = 0, gotMinor = 0]] = [numbers(version), numbers(added)];
  return got < had || (got === had && gotMinor <= minor);
}

/** Whether all of the browsers have what an entry of the data is about, as it is specified. */
function isSupported({ __compat }: Identifier, browsers: Versions = oldestBrowsers): boolean {
  return Object.entries(browsers).every(([browser, version]) =>
    [__compat?.support[browser as keyof Versions] ?? []]
      .flat()
      .some(
        (each) =>
          isBy(version, each.version_added) &&
          each.version_removed === undefined &&
          each.flags === undefined &&
          each.prefix === undefined &&
          each.alternative_name === undefined &&
          each.partial_implementation !== true,
      ),
  );
}

interface Lacking {
  /** Names of globals, and of what is reached by one of them: `Promise.withResolvers`. */
  named: Set<string>;
  /** Names of members that nothing which has one supports. */
  members: Set<string>;
}

function lackingNames(): Lacking {
  const lacking: Lacking = { named: new Set(), members: new Set() };
  const supported = new Set<string>();
  const groups = [
    ...Object.entries(bcd.javascript['builtins'] ?? {}),
    ...Object.entries(bcd.javascript['builtins']?.['Intl'] ?? {}),
    ...Object.entries(bcd.api),
  ].filter(([name]) => name !== '__compat') as Array<[string, Identifier]>;
  const builtins = new Set(Object.keys(bcd.javascript['builtins'] ?? {}));
  for (const [owner, entry] of groups) {
    if (!isSupported(entry)) lacking.named.add(owner);
    for (const [key, member] of Object.entries(entry) as Array<[string, Identifier]>) {
      if (key === '__compat') continue;
      const name = key.replace(/_static$/, '');
      if (isSupported(member)) supported.add(name);
      else {
        lacking.named.add(`${owner}.${name}`);
        if (builtins.has(owner) || REACHED.test(owner)) lacking.members.add(name);
      }
    }
  }
  for (const name of supported) lacking.members.delete(name);
  return lacking;
}

/** The part of a syntax tree that is looked at. */
interface Syntax {
  name?: string;
  computed?: boolean;
  object?: Syntax;
  property?: Syntax;
  callee?: Syntax;
  arguments?: readonly Syntax[];
}

/** Whether a call gives an iterator, whose members have the names of those of an array. */
function isIterator({ callee, arguments: given = [] }: Syntax): boolean {
  const { name = '' } = callee?.property ?? {};
  return name === 'matchAll' || (given.length === 0 && /^(values|keys|entries)$/.test(name));
}

/** What a parser and the names in a text object to. */
function problemsOf(text: string, { named, members }: Lacking): string[] {
  const found = new Set<string>();
  const names: ESLint.Plugin = {
    rules: {
      names: {
        create: ({ sourceCode }) => ({
          'Program:exit'() {
            for (const { identifier } of (sourceCode as SourceCode).scopeManager.globalScope
              ?.through ?? []) {
              if (named.has(identifier.name)) found.add(identifier.name);
            }
          },
          MemberExpression({ object = {}, property = {}, computed = false }: Syntax) {
            const { name } = property;
            if (computed || name === undefined) return;
            const owners = [object.name, isIterator(object) ? 'Iterator' : undefined];
            const full = owners.map((owner) => `${owner}.${name}`).find((each) => named.has(each));
            if (full !== undefined) found.add(full);
            else if (members.has(name)) found.add(`.${name}`);
          },
        }),
      },
    },
  };
  const messages = new Linter().verify(text, {
    plugins: { names },
    rules: { 'names/names': 'error' },
    linterOptions: { noInlineConfig: true },
    languageOptions: { ecmaVersion: Number(SYNTAX.slice(2)), sourceType: 'module' },
  });
  return [...messages.map(({ message }) => message), ...found];
}

/** Names that `missing-builtins.ts` supplies: those of its modules of core-js, and what it sets by itself. */
function suppliedNames(): Set<string> {
  const text = readFileSync('src/site/islands/missing-builtins.ts', 'utf8');
  const camel = (words: string) =>
    words.replaceAll(/-(\w)/g, (_, first: string) => first.toUpperCase());
  const modules = [...text.matchAll(/core-js\/modules\/es\.(\w)([\w-]*)\.([\w-]+)\.js/g)];
  return new Set([
    ...modules.map(
      ([, first = '', rest = '', name = '']) => `${first.toUpperCase()}${rest}.${camel(name)}`,
    ),
    ...[...text.matchAll(/hasOwn\((\w+), '(\w+)'\)/g)].map(([, owner, name]) => `${owner}.${name}`),
  ]);
}

test('every script is read by the oldest browsers, and uses no name that they lack', () => {
  const { directory } = testSite();
  const files = globSync('**/*.{js,mjs}', { cwd: directory });
  const inline = new Set(builtPaths().flatMap((path) => inlineScripts(scriptsIn(builtText(path)))));
  const scripts = [
    ...files.map((file) => [file, readFileSync(join(directory, file), 'utf8')] as const),
    ...[...inline].map((text) => [`inline: ${text.slice(0, 60)}`, text] as const),
  ];
  expect(files.length).toBeGreaterThan(80);
  expect(inline.size).toBeGreaterThan(3);
  const lacking = lackingNames();
  const supplied = suppliedNames();
  const known = new Set([...supplied, ...Object.keys(harmless), ...namesakes]);
  const all = scripts.flatMap(([name, text]) =>
    problemsOf(text, lacking).map((problem) => ({ name, problem })),
  );
  const wrong = all.filter(({ problem }) => !known.has(problem));
  expect(wrong.map(({ name, problem }) => `${name}: ${problem}`)).toEqual([]);
  // A browser in which the page asks for none of them has them all.
  const entryOf = (name: string): Identifier => {
    const [owner = '', member = ''] = name.split('.');
    const found =
      bcd.javascript['builtins']?.[owner]?.[member] ?? bcd.api[owner]?.[`${member}_static`];
    if (found === undefined) throw new Error(`${name}: got no data, expected some`);
    return found;
  };
  const { __compat: toldBy } = entryOf('Symbol.asyncDispose');
  const since = (browser: keyof Versions): string =>
    String([toldBy?.support[browser] ?? []].flat()[0]?.version_added);
  const first = { safari: since('safari'), firefox: since('firefox'), chrome: since('chrome') };
  expect([...supplied].filter((name) => !isSupported(entryOf(name), first))).toEqual([]);
  expect(supplied.size).toBeGreaterThan(3);
  // No list has more than is needed.
  const used = new Set(all.map(({ problem }) => problem));
  expect([...known].filter((name) => !used.has(name))).toEqual([]);
});

/** Pages with an element that needs a script, and the name of the element. */
const elements = [
  ['/studies/lumenize-vs-capnweb/', 'live-bench'],
  ['/lab/', 'live-bench'],
  ['/capabilities/', 'capability-matrix'],
  ['/results/', 'my-results'],
  ['/result/', 'shared-result'],
] as const;

/** Addresses of the scripts behind the element that is the first of its name on a page. */
function scriptsBehind(path: string, element: string): string[] {
  const html = builtText(path);
  const after = html.slice(html.indexOf(`data-element="${element}"`));
  return [...after.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src = '']) => src);
}

test('every element that needs a script has one behind the note that tells why it did not run', () => {
  for (const [path, element] of elements) {
    expect(builtText(path)).toContain(`data-element="${element}"`);
    const own = scriptsBehind(path, element).filter((src) => src.includes('.astro_'));
    expect(own, `${path}: ${element}`).toHaveLength(1);
  }
});

// All have the note of one component.
for (const [path, element] of [elements[0], elements[3]]) {
  test(`${path} says why its ${element} does nothing`, async ({ page, watched }) => {
    watched.expectErrors(/SyntaxError|ERR_FAILED|Failed to load resource/);
    const note = page.locator('main').getByText(/^(This browser is|The live benchmark could)/);
    await page.goto(path);
    await expect(page.locator(element).first()).toBeAttached();
    await expect(note.filter({ visible: true })).toHaveCount(0);
    const scripts = scriptsBehind(path, element);
    await page.route(({ pathname }) => scripts.includes(pathname), unparsable);
    await page.reload();
    await expect(note.filter({ visible: true })).toHaveText(unloaded['too-old']);
    await page.unrouteAll();
    await page.route(
      ({ pathname }) => scripts.includes(pathname),
      (route) => route.abort(),
    );
    await page.reload();
    await expect(note.filter({ visible: true })).toHaveText(unloaded['not-loaded']);
  });
}

for (const [script, study] of [
  ['live', 'lumenize-vs-capnweb'],
  ['worker', 'lumenize-vs-capnweb'],
  ['run-study', 'page-to-worker'],
  ['peer', 'page-to-worker'],
] as const) {
  test(`a run whose script ${script} cannot be parsed or does not come says which`, async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/SyntaxError|ERR_FAILED|Failed to load resource/);
    const isIt = ({ pathname }: URL) => new RegExp(`/${script}[-.][^/]+$`).test(pathname);
    const live = await openLiveBench(page, `/studies/${study}/`);
    const fails = async (words: string) => {
      await live.part('run').click();
      await live.expectState('failed');
      await expect(live.slot('told')).toContainText(words);
    };
    await page.route(isIt, unparsable);
    await fails(unloaded['too-old']);
    if (script === 'peer') return;
    await page.unrouteAll();
    await page.reload();
    await page.route(isIt, (route) => route.abort());
    await fails(unloaded['not-loaded']);
  });
}

/** Takes from a page or worker what `missing-builtins.ts` supplies. `Symbol.dispose` cannot be deleted: `Symbol` is another one. */
const TAKE = `
  const { Symbol: full } = globalThis;
  const Symbol = function (description) { return full(description); };
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(full))) {
    if (!/^(asyncDispose|dispose|length|name)$/.test(name)) Object.defineProperty(Symbol, name, property);
  }
  Object.assign(globalThis, { Symbol });
  for (const [owner, name] of [[Promise, 'withResolvers'], [Map, 'groupBy'], [Object, 'groupBy'], [AbortSignal, 'any']]) {
    delete owner[name];
  }`;

runningTest.describe('in a browser without the names that are supplied', () => {
  // A worker that takes them away imports that from a blob.
  runningTest.use({ bypassCSP: true });

  runningTest('the page, its worker and its frames run @run', async ({ page }) => {
    await page.addInitScript(`{ ${TAKE} }
      const blobOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const taking = blobOf(${JSON.stringify(`{ ${TAKE} }`)});
      globalThis.Worker = class extends Worker {
        constructor(script, options) {
          const { href } = new URL(script, location.href);
          const load = options?.type === 'module' ? (each) => 'import ' + each : (each) => 'importScripts(' + each + ')';
          super(blobOf([taking, href].map((each) => load(JSON.stringify(each))).join(';')), options);
        }
      };`);
    for (const path of [
      labOf('workloads=get-value&arms=capnweb/in-memory,kkrpc/in-memory,orpc/websocket&rounds=1'),
      labOf(
        'workloads=echo&arms=capnweb/worker,capnweb/frame,birpc/sandbox&rounds=1',
        'page-to-worker',
      ),
    ]) {
      const live = await openLiveBench(page, path);
      await live.run();
      await expect(live.slot('who')).toHaveText('Your run');
    }
    const supplied = await page.evaluate<string>('String(AbortSignal.any)');
    expect(supplied).not.toContain('native');
  });
});
