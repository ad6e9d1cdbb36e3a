/** Bundle size: what a page loads in order to make a call. */
import type { Kit } from '../kit/kit.ts';
import { fail, notApplicable, partly, pass } from '../kit/outcome.ts';
import type { ProbeGroup } from '../probe.ts';
import type { Outcome } from '../question.ts';
import { kilobytes, weigh } from './weigh.ts';

/** Passes where the client is lighter than a bound, in bytes of gzip. */
async function lighterThan(kit: Kit, bound: number): Promise<Outcome> {
  const { min, gzip, brotli } = await weigh(kit.system);
  const text = `${kilobytes(min)} minified, ${kilobytes(gzip)} with gzip, ${kilobytes(brotli)} with Brotli`;
  return gzip < bound ? pass(text) : fail(text);
}

export const bundle: ProbeGroup = {
  id: 'bundle',
  label: 'Bundle size',
  onlyCli: 'It bundles the clients with esbuild.',
  probes: [
    {
      id: 'bundle-10-kb',
      question: 'Does the client compress to under 10 kB?',
      passes: 'Bundled for a browser, minified and with gzip, it has fewer than 10,000 bytes.',
      run: (kit) => lighterThan(kit, 10_000),
    },
    {
      id: 'bundle-6-kb',
      question: 'Does the client compress to under 6 kB?',
      passes: 'Bundled for a browser, minified and with gzip, it has fewer than 6,000 bytes.',
      run: (kit) => lighterThan(kit, 6_000),
    },
    {
      id: 'bundle-dependencies',
      question: 'Does the client need no package besides its own?',
      passes: 'Every byte of the bundle comes from one package at most.',
      async run(kit) {
        const { packages } = await weigh(kit.system);
        const text = packages.length === 0 ? 'no package' : packages.join(', ');
        return packages.length > 1 ? fail(text) : pass(text);
      },
    },
    {
      id: 'bundle-no-eval',
      question: 'Does the client run under a policy that forbids code made from text?',
      passes: 'The bundle holds neither `eval` nor `new Function`.',
      async run(kit) {
        const { code } = await weigh(kit.system);
        const found = /\beval\s*\(|new Function\b|(?<![.\w$])Function\(/.exec(code)?.[0];
        return found === undefined ? pass('neither stands in it') : partly(`holds ${found}`);
      },
      own: {
        'fetch-json': notApplicable('A call of fetch is no library.'),
        'raw-websocket': notApplicable('The raw WebSocket is no library.'),
      },
    },
  ],
};
