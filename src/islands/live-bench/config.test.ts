import { expect, it } from 'vitest';
import { readConfig, writeConfig, type LiveConfig } from './query.ts';

it('survives a script element whatever stands in it', () => {
  const config: LiveConfig = {
    study: '</script><script>alert(1)</script>',
    origin: '',
    workloads: [{ lackedBy: [], id: 'work', turn: 100, concurrency: 4 }],
    quoted: { ratios: [], setting: 'workerd', runtime: 'Node.js' },
  };
  expect(writeConfig(config)).not.toContain('<');
  expect(readConfig(writeConfig(config))).toEqual(config);
});
