import { describe, expect, it } from 'vitest';
import { readAbout } from './environment.ts';

const about = { setting: 'deployed', commit: 'abc', dirty: false, colo: 'AMS', systems: [] };

describe('what the bench says of itself', () => {
  it('is read as it stands', () => {
    expect(readAbout(about)).toEqual(about);
  });

  it('has no data centre but on Cloudflare, whatever a development server says', () => {
    expect(readAbout({ ...about, setting: 'wrangler-dev' }).colo).toBeNull();
    expect(readAbout({ ...about, setting: 'preview' }).colo).toBe('AMS');
  });

  it.each([null, {}, { setting: 'my laptop' }])('is refused as %j', (value) => {
    expect(() => readAbout(value)).toThrow('expected one of workerd, wrangler-dev');
  });
});
