/** Bundle size: what a page loads in order to make a call. */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { fail, pass } from './outcome.ts';
import { alias, conditions } from '../../libraries/systems/optional.ts';
import type { Run, Questions } from './client-kit.ts';
import type { Code } from './client-kit.ts';

interface Weight {
  /** Bytes, minified. */
  min: number;
  gzip: number;
  brotli: number;
  /** Packages that bytes of the bundle come from. */
  packages: string[];
}

const known = new Map<Code, Promise<Weight>>();

/** Weighs the client of a system, once. */
export function weigh(code: Code): Promise<Weight> {
  const weight = known.get(code) ?? weighBundle(code.bundle);
  known.set(code, weight);
  return weight;
}

/** Bundles a client for a page, and weighs it. @param folder where its packages are installed */
export async function weighBundle(contents: string, folder = process.cwd()): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    outfile: 'client.js',
    conditions: ['module', ...conditions],
    alias: { ...alias },
    logLevel: 'silent',
  });
  const [{ contents: bytes } = { contents: new Uint8Array() }] = outputFiles;
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) =>
    Object.entries(parts).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const names = inputs.map(
    ([file]) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^]*$/.exec(file)?.[1] ?? '',
  );
  return {
    min: bytes.byteLength,
    gzip: (await promisify(gzip)(bytes, { level: 9 })).byteLength,
    brotli: (await promisify(brotliCompress)(bytes)).byteLength,
    packages: [...new Set(names.filter((name) => name !== ''))].sort(),
  };
}

/** `15.0 kB` */
function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Passes where the client is lighter than a bound, in bytes of gzip. */
const lighterThan =
  (bound: number): Run =>
  async ({ code }) => {
    const { min, gzip: zipped, brotli } = await weigh(code);
    const sizes = `${kilobytes(min)} minified, ${kilobytes(zipped)} with gzip, ${kilobytes(brotli)} with Brotli`;
    const { bundle: client, option } = code;
    const more = option && (await weighBundle(client + option.bundle)).gzip;
    const text = more ? `${sizes}; with ${option.name}, ${kilobytes(more)} with gzip` : sizes;
    return zipped < bound ? pass(text) : fail(text);
  };

export const bundle: Questions = {
  'bundle-10-kb': lighterThan(10_000),
  'bundle-6-kb': lighterThan(6_000),
  async 'bundle-dependencies'(kit) {
    const { packages } = await weigh(kit.code);
    const text = packages.length === 0 ? 'no package' : packages.join(', ');
    return packages.length > 1 ? fail(text) : pass(text);
  },
};
