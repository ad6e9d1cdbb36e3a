import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { finishHeaders, inlineScripts, scriptHash, scriptsIn } from './headers.ts';
import { operatorOf, parseBenchOrigin, parseOperator, parseRepositoryUrl } from './settings.ts';

const source = readFileSync(new URL('../../../public/_headers', import.meta.url), 'utf8');

/** The policy of a path as its directives, each with its sources. */
function policyOf(headers: string, path: string): Record<string, string[]> {
  const rule = headers.slice(headers.indexOf(`\n${path}\n`));
  const policy = /Content-Security-Policy: (.*)/.exec(rule)?.[1] ?? '';
  const directives = policy.split('; ').map((part) => part.split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

/** One directive of the policy of all pages, as its list of sources. */
function directive(headers: string, name: string): string[] {
  return policyOf(headers, '/*')[name] ?? [];
}

describe.each([
  {
    parse: parseBenchOrigin,
    expected: 'an http or https',
    takes: ['https://bench.example.org', 'http://localhost:8788'],
    refuses: [
      'bench.example.org',
      'https://bench.example.org/',
      'https://bench.example.org/bench',
      'wss://bench.example.org',
      "https://a.example; script-src 'unsafe-inline'",
    ],
  },
  {
    parse: parseRepositoryUrl,
    expected: 'the https address',
    takes: ['https://github.com/owner/name'],
    refuses: [
      'http://github.com/owner/name',
      'https://github.com/owner/name/',
      'https://github.com/owner',
      'https://github.com/owner/name?tab=issues',
      'javascript:alert(1)',
    ],
  },
  {
    parse: parseOperator,
    expected: 'a name and where',
    takes: ['Jane Doe <mailto:jane@example.org>'],
    refuses: ['Jane Doe', 'Jane <javascript:alert(1)>', '<https://example.org>'],
  },
])('a setting that is $expected', ({ parse, expected, takes, refuses }) => {
  it('is taken as it is, and may be absent', () => {
    expect(takes.map(parse)).toEqual(takes);
    expect([undefined, ''].map(parse)).toEqual([undefined, undefined]);
  });

  it.each(refuses)('is not %s', (value) => {
    expect(() => parse(value)).toThrow(`got "${value}", expected ${expected}`);
  });
});

it('takes a name apart from its address', () => {
  const mail = { name: 'Jane Doe', href: 'mailto:jane@example.org' };
  expect(operatorOf('Jane Doe <mailto:jane@example.org>')).toEqual(mail);
  expect(operatorOf('')).toBeUndefined();
});

describe('inlineScripts', () => {
  it('finds what runs, byte for byte, and leaves data and files alone', () => {
    const html = `<!doctype html><html><head>
      <script>\n  if (1 < 2 && 'é') go();\n</script>
      <script type="module">import('./a.js')</script>
      <script type="application/ld+json">{}</script>
      <script src="/_astro/a.js"></script></head><body><template><p>x</p></template>
      <button title="it's" data-code="<script>shown()</script>">Copy</button></body></html>`;
    expect(inlineScripts(scriptsIn(html))).toEqual([
      "\n  if (1 < 2 && 'é') go();\n",
      "import('./a.js')",
    ]);
  });

  it('hashes as a browser does', () => {
    // The example of the CSP specification.
    expect(scriptHash("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    );
  });

  it('are read once for all pages', () => {
    const pages = [
      '<html><head><script>one()</script><script type="module">two("<b>")</script></head></html>',
      '<html><head><script>one()</script><SCRIPT\n>\nthree()\n</SCRIPT ><script src="/a.js"></script></head></html>',
      '<html><body><script type="application/json">{}</script><p>no more</p></body></html>',
    ];
    const elements = new Set(pages.flatMap(scriptsIn));
    expect(inlineScripts(elements)).toEqual(['one()', 'two("<b>")', '\nthree()\n']);
  });
});

describe('finishHeaders', () => {
  const of = { origins: ['https://b.example'], pages: [] };

  it('replaces unsafe-inline of scripts by one hash for each script', () => {
    const scripts = ['a()', 'b()', 'a()'];
    const finished = finishHeaders(source, { scripts, origins: [undefined], pages: [] });
    expect(directive(finished, 'script-src')).toHaveLength(4);
    expect(directive(finished, 'script-src')).toContain(scriptHash('a()'));
    expect(directive(finished, 'script-src')).not.toContain("'unsafe-inline'");
    expect(directive(finished, 'style-src')).toContain("'unsafe-inline'");
    expect(directive(finished, 'connect-src')).toEqual(["'self'"]);
  });

  it('adds the bench for requests and for WebSockets', () => {
    const finished = finishHeaders(source, { scripts: [], ...of });
    expect(directive(finished, 'connect-src')).toEqual([
      "'self'",
      'https://b.example',
      'wss://b.example',
    ]);
  });

  it('refuses more hashes than a line holds', () => {
    const scripts = Array.from({ length: 40 }, (_, index) => `run(${index})`);
    expect(() => finishHeaders(source, { scripts, ...of })).toThrow(
      /got a policy of \d+ characters for 40 inline scripts, expected at most 2000/,
    );
  });

  it('lets the lab alone ask any bench, and leaves it every other limit', () => {
    const finished = finishHeaders(source, { scripts: ['a()'], ...of });
    const [lab, all] = [policyOf(finished, '/lab/*'), policyOf(finished, '/*')];
    expect(lab).toEqual({
      ...all,
      'connect-src': [
        "'self'",
        'https:',
        'wss:',
        'http://localhost:*',
        'ws://localhost:*',
        'https://b.example',
        'wss://b.example',
      ],
      'worker-src': ["'self'", 'blob:'],
    });
    expect(lab['script-src']).toContain(scriptHash('a()'));
    // Two policies that apply to one page would both bind it.
    expect(finished).toMatch(/^\/lab\/\*\n {2}! Content-Security-Policy\n/m);
  });

  it('lets the frames that there are stand in pages elsewhere, and leaves every other line as it is', () => {
    const files = ['embed/a/index.html', 'embed/index.html', 'embed/b/index.html', 'index.html'];
    const finished = finishHeaders(source, { scripts: [], origins: [], pages: files });
    const lines = (text: string): string[] =>
      text.split('\n').filter((line) => !line.includes('Content-Security-Policy'));
    const [before = '', rule = '', after = ''] = source.split(/^\/embed\/\*\n((?:[ \t]+.*\n)+)/m);
    const frames = ['/embed/a/', '/embed/b/'].map((path) => `${path}\n${rule}`).join('\n');
    expect(rule).toContain('frame-ancestors *');
    expect(lines(finished)).toEqual(lines(before + frames + after));
  });
});
