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
  'call-delay/2026-11-22-which-part-is-slow-4',
  'failures/2026-11-27-all-libraries',
  'grpc-go-vs-lisp/2026-01-11-performance',
  'grpc-go-vs-lisp/2026-11-22-four-kinds-2',
  'kkrpc-transports/2026-11-22-the-journals-findings-2',
  'lumenize-vs-capnweb/2026-11-23-batches-over-http-answered-as-a-whole-or-call-by-call-2',
  'page-to-worker/2026-11-22-page-to-worker',
  'streams/2026-11-25-a-loss-a-slow-reader-and-listeners-that-leave-3',
];

it.each(allCases ? known : some)('the result of %s is what its record gives', async (id) => {
  const computed = await computeResult(root, id);
  const held = await readFile(resultFile(id), 'utf8');
  expect(computed ?? held).toBe(held);
});

it('has a file for each record', async () => {
  const texts = await Promise.all(known.map((id) => readFile(resultFile(id), 'utf8')));
  expect(texts.length).toBeGreaterThan(some.length);
});
