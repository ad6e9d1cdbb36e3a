/** The settings of a build: addresses and libraries from outside, read from its environment. */
import type { AstroIntegration } from 'astro';
import type { OutsideSystem } from '../../core/plan/index.ts';

/** The site in one sentence; its image shows it. */
export const siteLine = 'RPC benchmarks that you can run again from your browser.';

/** A reader of one variable: undefined when it is not set. What is wrong stops the build. */
function reader(name: string, expected: string, isRight: (value: string) => boolean) {
  return (value: string | undefined): string | undefined => {
    // Continuous integration passes an unset variable as an empty one.
    if (value === undefined || value === '') return undefined;
    if (isRight(value)) return value;
    throw new Error(`${name}: got "${value}", expected ${expected}`);
  };
}

/** A path or a slash at the end would otherwise only fail where the pages are read. */
const originReader = (name: string, examples: string) =>
  reader(
    name,
    `an http or https origin without path or trailing slash, such as ${examples}`,
    (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
  );

/** Where the bench answers; undefined when that is the site's own origin. */
export const parseBenchOrigin = originReader(
  'PUBLIC_BENCH_ORIGIN',
  'https://bench.example.org or http://localhost:8788',
);

/** The origin that absolute addresses start with. */
export const parseSiteUrl = originReader('SITE_URL', 'https://example.org');

/** Address of the repository, which links for reports start with. */
export const parseRepositoryUrl = reader(
  'PUBLIC_REPOSITORY_URL',
  'the https address of a repository without a slash at the end, such as https://github.com/owner/name',
  (value) => /^https:\/\/[\w.-]+(:\d+)?(\/[\w.-]+){2}$/.test(value),
);

const OPERATOR = /^([^<>]+) <((?:mailto:|https:\/\/)[^\s<>]+)>$/;

/** Who answers for the site, as a name and an address. */
export const parseOperator = reader(
  'PUBLIC_OPERATOR',
  'a name and where it is reached, such as Jane Doe <mailto:jane@example.org>',
  (value) => OPERATOR.test(value),
);

/** The same in its parts; undefined where nobody is named. */
export function operatorOf(value: string | undefined): { name: string; href: string } | undefined {
  const [, name, href] = OPERATOR.exec(parseOperator(value) ?? '') ?? [];
  return name === undefined || href === undefined ? undefined : { name, href };
}

/** Number of the pull request that a build is a preview of. */
export const parsePreview = reader('PUBLIC_PREVIEW', 'the number of a pull request', (value) =>
  /^[1-9]\d{0,7}$/.test(value),
);

/** A library as `measure --browser --system` hands it to the build. */
export interface BuiltLibrary {
  system: OutsideSystem;
  /** Origin of its Worker; undefined where the bench serves it. */
  origin?: string;
  /** Path of its client module, bundled. */
  client: string;
}

/** Name of the environment's variable that holds them, as JSON. No deployed site is built with it. */
export const OUTSIDE_LIBRARIES = 'ROUNDTRIP_LIBRARIES';

/** @throws SyntaxError for text that is no JSON */
export function readOutsideLibraries(value: string | undefined): BuiltLibrary[] {
  return value === undefined || value === '' ? [] : (JSON.parse(value) as BuiltLibrary[]);
}

/**
 * Replaces the empty list of outside libraries that the pages have. The clients of libraries become
 * files of the site, loaded when a run starts as those of its own systems are.
 */
export function outsideLibraries(list: readonly BuiltLibrary[]): AstroIntegration {
  const items = list.map(
    ({ system, origin, client }) =>
      `{ system: ${JSON.stringify(system)}, origin: () => ${JSON.stringify(origin)}, load: () => import(${JSON.stringify(client)}) }`,
  );
  const plugin = {
    name: 'roundtrip-outside-libraries',
    enforce: 'pre' as const,
    load: (id: string) =>
      id.endsWith('/src/libraries/studies/outside.ts')
        ? `export const outsideLibraries = [${items.join(', ')}];`
        : undefined,
  };
  const vite = { plugins: [plugin], worker: { plugins: () => [plugin] } };
  return {
    name: 'roundtrip-outside-libraries',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        if (list.length > 0) updateConfig({ vite });
      },
    },
  };
}
