/** All probes, in the order of the page. */
import { browserGroups } from '../in-browser.ts';
import type { ProbeGroup } from '../probe.ts';
import { bundle } from './bundle.ts';
import { runtimes } from './runtimes.ts';
import { typescript } from './typescript.ts';

const security = browserGroups.filter(({ id }) => id === 'security');

export const allGroups: readonly ProbeGroup[] = [
  ...browserGroups.filter((group) => !security.includes(group)),
  typescript,
  ...security,
  bundle,
  runtimes,
];
