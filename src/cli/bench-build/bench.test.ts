import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../args.ts';
import { limitsOf } from './bench.ts';
import { readBenchBuildOptions } from './options.ts';
import { heaviestEntry } from './weight.ts';

describe('options', () => {
  const read = (values: { sizes?: string; seed?: string }) =>
    readBenchBuildOptions({
      values: { sizes: values.sizes, seed: values.seed, json: false },
      positionals: [],
    });

  it('has sizes and a seed unless told', () => {
    expect(read({})).toEqual({ sizes: [10, 100, 1000], seed: 1, json: false });
    expect(read({ sizes: '2, 4', seed: '7' })).toMatchObject({ sizes: [2, 4], seed: 7 });
  });

  it.each(['10,5', '5,5', 'many', '0', ''])('refuses the sizes %j', (sizes) => {
    expect(() => read({ sizes })).toThrow(UsageError);
  });
});

describe('limits', () => {
  const weight = { page: '/studies/a/b/', totalKB: 151 };
  const size = (entries: number, seconds: number, secondsPerEntry: number) => ({
    ...{ entries, seconds, secondsPerEntry },
  });

  it('sets the largest size against the one before it', () => {
    const limits = limitsOf([size(10, 6, 0.5), size(100, 20, 0.1), size(1000, 165, 0.16)], weight);
    expect(limits.map(({ name, value, within }) => [name, value.toFixed(2), within])).toEqual([
      ['time for an entry at 1000 ÷ at 100', '1.60', false],
      ['whole build at 1000', '165.00', true],
      ['heaviest entry, /studies/a/b/', '151.00', false],
    ]);
  });

  it('has no growth to state for one size', () => {
    expect(limitsOf([size(10, 6, 0.5)], weight).map(({ unit }) => unit)).toEqual(['s', 'kB']);
  });
});

describe('weight', () => {
  /** A built site made up of these files. */
  function site(files: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'roundtrip-weight-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }
  /** Text that does not compress to nothing. */
  const noise = (length: number): string =>
    Array.from({ length }, (_, index) => ((index * index * 7919) % 9973).toString(36)).join(' ');

  it('finds the heaviest entry, with all that its scripts import at once', async () => {
    const dist = site({
      'studies/index.html': noise(9000),
      'studies/s/index.html': noise(9000),
      'studies/s/light/index.html': '<!doctype html><html><head></head><body></body></html>',
      'studies/s/heavy/index.html':
        '<!doctype html><html><head><link rel="stylesheet" href="/_astro/a.css">' +
        '<script type="module" src="/_astro/a.js"></script></head><body></body></html>',
      '_astro/a.css': noise(1000),
      '_astro/a.js': 'import"./b.js";import{x}from"./c.js";const later=()=>import("./later.js");',
      '_astro/b.js': 'import{x}from"./c.js";',
      '_astro/c.js': noise(500),
      '_astro/later.js': noise(5000),
    });
    const weight = await heaviestEntry(dist);
    expect(weight.page).toBe('/studies/s/heavy/');
    expect(weight.scripts.map(({ file }) => file)).toEqual([
      '/_astro/a.js',
      '/_astro/b.js',
      '/_astro/c.js',
    ]);
    expect(weight.cssKB).toBeGreaterThan(weight.scriptsKB);
    expect(weight.totalKB).toBeCloseTo(weight.htmlKB + weight.cssKB + weight.scriptsKB, 10);
  });

  it('refuses a page whose script is not there', async () => {
    const dist = site({
      'studies/s/e/index.html': '<html><head><script src="/_astro/a.js"></script></head></html>',
    });
    await expect(heaviestEntry(dist)).rejects.toThrow('got no file, expected a script of a page');
  });
});
