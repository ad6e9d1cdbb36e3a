import starlight from '@astrojs/starlight';
import { defineConfig, envField } from 'astro/config';
import { parseBenchOrigin, parseSiteUrl } from './src/integrations/origins.ts';
import { headers } from './src/integrations/headers.ts';
import { linksValidator } from './src/integrations/links.ts';
import { absoluteTo } from './src/exports/addresses.ts';
import { siteLine, siteTags } from './src/exports/head.ts';

const root = new URL('./', import.meta.url);
const benchOrigin = parseBenchOrigin(process.env['PUBLIC_BENCH_ORIGIN']);
// What `npm start` serves, unless told: machines are given absolute addresses.
const site = parseSiteUrl(process.env['SITE_URL']) ?? 'http://localhost:8787';

export default defineConfig({
  site,
  trailingSlash: 'always',
  env: {
    schema: {
      // Origin of the bench; unset when it is the site's own. parseBenchOrigin has checked it.
      PUBLIC_BENCH_ORIGIN: envField.string({ context: 'client', access: 'public', optional: true }),
    },
  },
  server: {
    // As in public/_headers: a page that is cross-origin isolated has the finer clock.
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  // The worker that measures loads the client halves when it needs them: only a module can.
  vite: { worker: { format: 'es' } },
  integrations: [
    starlight({
      title: 'Roundtrip',
      description: siteLine,
      customCss: [
        './src/styles/theme.css',
        './src/styles/palette.css',
        './src/styles/figures.css',
        './src/styles/content.css',
        './src/styles/journal.css',
      ],
      // src/pages/404.astro
      disable404Route: true,
      favicon: '/favicon.svg',
      head: siteTags(absoluteTo(new URL(site))),
      logo: { src: './src/styles/logo.svg', alt: '' },
      plugins: [linksValidator(root)],
      // src/route-data.ts adds every study with its entries.
      routeMiddleware: './src/route-data.ts',
      sidebar: [
        { label: 'Studies', items: [{ label: 'All studies', link: '/studies/' }] },
        {
          label: 'Method',
          items: [
            { label: 'How it measures', link: '/method/' },
            { label: 'Calibration', link: '/method/calibration/' },
            { label: 'Data', link: '/data/' },
          ],
        },
        {
          label: 'Reference',
          items: [
            { label: 'Systems', link: '/systems/' },
            { label: 'Capabilities', link: '/capabilities/' },
            { label: 'Network model', link: '/network/' },
            { label: 'Errata', link: '/errata/' },
          ],
        },
      ],
    }),
    headers(benchOrigin),
  ],
});
