import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecorded, RECORDED } from '../questions/recorded.ts';
import { probeAnswer } from './probe-answer.ts';

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));

describe('what a probe answers', () => {
  it('has the version, the question, what came out, and its place on the site', () => {
    const answer = probeAnswer(recorded, 'bundle-10-kb', 'capnweb');
    expect(answer).toMatchObject({
      of: `Cap’n Web, capnweb ${recorded.versions.capnweb?.['capnweb']}`,
      question: 'Does the client compress to under 10 kB?',
      href: '/capabilities/#bundle-10-kb--capnweb',
    });
    expect(answer?.detail).toMatch(/kB with gzip/);
    expect(probeAnswer(recorded, 'values-date', 'capnweb')).not.toHaveProperty('detail');
  });

  it.each([
    ['bundle-9-kb', 'capnweb'],
    ['bundle-10-kb', 'grpc'],
  ])('is nothing of %s for %s', (probe, system) => {
    expect(probeAnswer(recorded, probe, system)).toBeUndefined();
  });
});
