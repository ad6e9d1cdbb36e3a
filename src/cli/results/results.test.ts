/** Files of `content/results` against their records: the site is built from them alone. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { resultFile } from '../../results/file.ts';
import { allCases } from '../../testing/all-cases.ts';
import { computeResult, recordIds } from './index.ts';

const root = process.cwd();
const known = await recordIds(root);

/** A small record of each study, and of each kind; `npm run results -- --check` does all of them at night. */
const some = [
  'call-delay/between-suspects',
  'failures/2026-11-27-all-libraries',
  'grpc-go-vs-lisp/2026-01-11-performance',
  'grpc-go-vs-lisp/streaming',
  'kkrpc-transports/pairs-websocket',
  'lumenize-vs-capnweb/http-chromium-25ms',
  'page-to-worker/worker-streams',
  'streams/streams-http-node',
];

it.each(allCases ? known : some)('the result of %s is what its record gives', async (id) => {
  const computed = await computeResult(root, id);
  const held = await readFile(resultFile(id), 'utf8');
  expect(computed).toBe(held);
});

it('has a file for each record', async () => {
  const texts = await Promise.all(known.map((id) => readFile(resultFile(id), 'utf8')));
  expect(texts.length).toBeGreaterThan(some.length);
});
