import starlight from '@astrojs/starlight';
import { defineConfig, envField } from 'astro/config';
import {
  OUTSIDE_LIBRARIES,
  outsideLibraries,
  parseBenchOrigin,
  parseOperator,
  parsePreview,
  parseRepositoryUrl,
  parseSiteUrl,
  readOutsideLibraries,
  siteLine,
} from './src/site/integrations/settings.ts';
import { viteAlias } from './src/libraries/systems/optional.ts';
import { oldestBrowsers, SYNTAX } from './src/site/islands/oldest-browsers.ts';
import { headers } from './src/site/integrations/headers.ts';
import { anchors, markdown } from './src/site/integrations/pages.ts';

const benchOrigin = parseBenchOrigin(process.env['PUBLIC_BENCH_ORIGIN']);
parseRepositoryUrl(process.env['PUBLIC_REPOSITORY_URL']);
parseOperator(process.env['PUBLIC_OPERATOR']);
parsePreview(process.env['PUBLIC_PREVIEW']);
const outside = readOutsideLibraries(process.env[OUTSIDE_LIBRARIES]);
// What `npm start` serves, unless told: machines are given absolute addresses.
const site = parseSiteUrl(process.env['SITE_URL']) ?? 'http://localhost:8787';

// What an idle bench needs is three files and not fifteen, which would come one after another. The
// schemas of records, and zod with them, are loaded only where a record or a shared result is opened.
const codeSplitting = {
  groups: [
    { name: 'record-text', test: /src\/core\/record\/(names|packed)/ },
    { name: 'record', test: /src\/core\/record\// },
    {
      name: 'islands',
      test: /src\/(site\/islands\/dom|results\/numbers\/format|wire\/bench-client\/failure|core\/run\/guard)/,
    },
    {
      name: 'idle-bench',
      test: /src\/(core\/(plan|statistics\/cells)|libraries\/studies\/parametric-workloads)|simple-statistics/,
    },
  ],
};

// Astro sets `esnext` for what browsers load, over all that its configuration says.
const syntax = {
  name: 'roundtrip-syntax',
  configEnvironment: (name) => (name === 'client' ? { build: { target: SYNTAX } } : undefined),
};

// What every page has: the feed, and the image that stands for it where it is linked. The image’s source
// is .github/og.svg. Starlight sets twitter:card, which takes og:image.
const feed = { rel: 'alternate', type: 'application/rss+xml', href: '/rss.xml' };
const alt = `Roundtrip. ${siteLine}`;
const image = {
  'og:image': new URL('/og.png', site).href,
  'og:image:type': 'image/png',
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': alt,
};
const head = [
  { tag: 'link', attrs: { ...feed, title: 'Roundtrip, entries of all journals' } },
  ...Object.entries(image).map(([property, content]) => ({
    tag: 'meta',
    attrs: { property, content },
  })),
  { tag: 'meta', attrs: { name: 'twitter:image:alt', content: alt } },
];

export default defineConfig({
  site,
  trailingSlash: 'always',
  // Of public/_headers what a run needs: a page that is isolated has the finer clock.
  server: {
    headers: {
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  },
  env: {
    schema: {
      // Origin of the bench; unset when it is the site's own. parseBenchOrigin has checked it.
      PUBLIC_BENCH_ORIGIN: envField.string({ context: 'client', access: 'public', optional: true }),
      // Where numbers are reported and entries proposed; unset where there is no such place.
      PUBLIC_REPOSITORY_URL: envField.string({
        context: 'client',
        access: 'public',
        optional: true,
      }),
      // Who answers for this site; unset for a copy that nobody does.
      PUBLIC_OPERATOR: envField.string({ context: 'client', access: 'public', optional: true }),
      // Number of the pull request that this is a preview of; unset where it is none.
      PUBLIC_PREVIEW: envField.string({ context: 'client', access: 'public', optional: true }),
    },
  },
  // The worker that measures loads the client halves when it needs them: only a module can.
  vite: {
    worker: { format: 'es' },
    plugins: [syntax],
    resolve: { alias: viteAlias },
    // A part's sheet costs less in the page than a request before anything can be seen; the rest is as ever.
    build: {
      cssTarget: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
      assetsInlineLimit: (file, { length }) => (file.endsWith('.css') ? length < 8192 : undefined),
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  },
  integrations: [
    starlight({
      title: 'Roundtrip',
      description: siteLine,
      customCss: [
        './src/site/styles/theme.css',
        './src/site/styles/data-table.css',
        './src/site/styles/page.css',
      ],
      favicon: '/favicon.svg',
      components: {
        Head: './src/site/components/Head.astro',
        Header: './src/site/components/Header.astro',
        Footer: './src/site/components/Footer.astro',
        ThemeProvider: './src/site/components/ThemeProvider.astro',
        ThemeSelect: './src/site/components/ThemeSelect.astro',
      },
      // Code blocks have the attribute that the theme menu sets, and follow the system without it.
      expressiveCode: { useStarlightDarkModeSwitch: false, useDarkModeMediaQuery: true },
      head,
      // src/site/route-data.ts adds the studies.
      routeMiddleware: './src/site/route-data.ts',
      sidebar: [
        { label: 'Compare libraries', link: '/choose/' },
        {
          label: 'Studies',
          items: [
            { label: 'What happens when a connection fails?', link: '/studies/failures/' },
            { label: 'What do many calls and many clients cost?', link: '/studies/crowds/' },
            { label: 'Did a newer release change anything?', link: '/studies/versions/' },
            { label: 'What do a library’s types cost?', link: '/studies/types/' },
            { label: 'All studies', link: '/studies/' },
          ],
        },
        { label: 'Capabilities', link: '/capabilities/' },
        { label: 'Libraries', link: '/systems/' },
        {
          label: 'Measure',
          collapsed: true,
          items: [
            { label: 'Lab', link: '/lab/' },
            { label: 'My results', link: '/results/' },
            { label: 'Measure your library', link: '/outside/' },
            { label: 'Measure a gRPC server', link: '/grpc-server/' },
            { label: 'Publish a result', link: '/publish/' },
            { label: 'Write an entry', link: '/publish/entry/' },
            { label: 'Embed a benchmark', link: '/embed/' },
            { label: 'Run a benchmark server', link: '/operate/' },
          ],
        },
        {
          label: 'Method',
          collapsed: true,
          items: [
            { label: 'How we measure', link: '/method/' },
            { label: 'On Cloudflare', link: '/on-cloudflare/' },
            { label: 'Calibration', link: '/method/calibration/' },
            { label: 'Sources and their claims', link: '/sources/' },
            { label: 'Errata', link: '/errata/' },
            { label: 'Corrections', link: '/corrections/' },
            { label: 'Glossary', link: '/glossary/' },
          ],
        },
        {
          label: 'About',
          collapsed: true,
          items: [
            { label: 'About this site', link: '/about/' },
            { label: 'Data and addresses', link: '/data/' },
            { label: 'Privacy', link: '/privacy/' },
          ],
        },
      ],
    }),
    headers([benchOrigin, ...outside.map(({ origin }) => origin)]),
    outsideLibraries(outside),
    anchors(),
    markdown(site),
  ],
});
