import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { entryFile, entryName, recordNames, slugOf } from './entry-file.ts';
import { issueUrl, type NumberIssue } from './text.ts';
import { recordFor } from './testing/study.ts';

const issue: NumberIssue = {
  page: 'https://example.org/studies/one-vs-other/',
  number: 'One takes 1.50× as long (1.48–1.52) & more.',
  result: 'https://example.org/result/#r=1.abc',
};

it('fills the form for a number in', () => {
  const url = new URL(issueUrl('https://github.com/owner/name', 'Number: 1.50×', issue));
  expect(url.pathname).toBe('/owner/name/issues/new');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    template: 'number.yml',
    title: 'Number: 1.50×',
    ...issue,
  });
});

it('names the fields that the form has', () => {
  const form = parse(readFileSync('.github/ISSUE_TEMPLATE/number.yml', 'utf8')) as {
    body: Array<{ id: string }>;
  };
  const ids = form.body.map(({ id }) => id);
  for (const field of Object.keys(issue)) expect(ids).toContain(field);
});

it('leaves out a result that would make the address too long', () => {
  const long = { ...issue, result: `https://example.org/result/#r=1.${'a'.repeat(9000)}` };
  const url = issueUrl('https://github.com/owner/name', 'Number', long);
  expect(url.length).toBeLessThan(8000);
  expect(new URL(url).searchParams.has('result')).toBe(false);
});

it('writes the front matter of an entry from its record', () => {
  const record = recordFor(4);
  const name = entryName([record], slugOf('What “hibernation” costs: a día'));
  expect(name).toBe('2026-11-21-what-hibernation-costs-a-dia');
  expect(recordNames(name, 1)).toEqual([name]);
  expect(recordNames(name, 2)).toEqual([`${name}-1`, `${name}-2`]);
  const written = {
    title: 'T',
    description: 'D: "d"',
    place: 3,
    records: [`one-vs-other/${name}`],
  };
  const [, front = '', body] = entryFile([record], written).split('---\n');
  expect(parse(front)).toEqual({
    study: 'one-vs-other',
    place: 3,
    timestamp: record.startedAt,
    commit: record.environment.commit,
    title: 'T',
    description: 'D: "d"',
    changed: [],
    settings: ['workerd'],
    vantage: '',
    systems: record.environment.versions,
    records: [`one-vs-other/${name}`],
  });
  expect(body).toContain('Numbers come from the records');
});
