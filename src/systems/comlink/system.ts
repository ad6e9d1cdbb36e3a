import { version } from '../../../node_modules/comlink/package.json';
import type { Contestant } from '../../places/contestant.ts';

export const comlink: Contestant = {
  id: 'comlink',
  label: 'Comlink',
  description:
    'A library for web workers and frames that makes what the other side exposes look like a local object: functions, classes and their instances.',
  homepage: 'https://github.com/GoogleChromeLabs/comlink',
  versions: { comlink: version },
  window: {},
};
