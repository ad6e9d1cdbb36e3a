/** Published addresses stay: each is a page, or leads to one. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { redirects } from '../integrations/settings.ts';
import { builtPaths, builtText, redirectOf } from './built-pages.ts';

const published = readFileSync('content/addresses.txt', 'utf8').trim().split('\n');

test('every address that was published is a page to read or leads to one', () => {
  const pages = new Set(builtPaths());
  const lost = published.filter((path) => {
    if (pages.has(path)) return false;
    const target = Object.hasOwn(redirects, path) ? redirectOf(path) : undefined;
    return target === undefined || !pages.has(target.replace(/#.*$/, ''));
  });
  expect(published.length).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});

test('every page to read is listed as published', () => {
  const unlisted = builtPaths().filter((path) => path !== '/404.html' && !published.includes(path));
  expect(unlisted).toEqual([]);
});

test('a redirect leads to a part of a page that is there', () => {
  const broken = Object.values(redirects).filter((target) => {
    const [path = '', id] = target.split('#');
    return id !== undefined && !builtText(path).includes(` id="${id}"`);
  });
  expect(broken).toEqual([]);
});
