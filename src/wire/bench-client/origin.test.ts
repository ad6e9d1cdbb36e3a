import { expect, it } from 'vitest';
import { bareOrigin, readBenchOrigin } from './about.ts';

it.each([
  ['https://bench.example.org', 'https://bench.example.org'],
  ['https://bench.example.org:8443/', 'https://bench.example.org:8443'],
  ['HTTPS://Bench.example.org', 'https://bench.example.org'],
  ['http://localhost:8788', 'http://localhost:8788'],
  ['http://localhost', 'http://localhost'],
])('takes %s', (text, origin) => expect(readBenchOrigin(text)).toBe(origin));

it.each([
  '',
  'bench.example.org',
  'http://bench.example.org',
  'http://localhost.example.org',
  'http://127.0.0.1:8788',
  'wss://bench.example.org',
  'https://bench.example.org/bench',
  'https://bench.example.org?x',
  'https://bench.example.org/#x',
  'https://name@bench.example.org',
])('refuses "%s" and says what it expects', (text) => {
  expect(() => readBenchOrigin(text)).toThrow(
    `origin: got "${text}", expected one such as https://bench.example.org or http://localhost:8788`,
  );
});

it('leaves it to others whether TLS is needed', () => {
  expect(bareOrigin('http://bench.example.org/')).toBe('http://bench.example.org');
  expect(bareOrigin('ftp://bench.example.org')).toBeUndefined();
});
