/** The questions that are asked in a browser as well as from the command line. */
import { batching } from './batching.ts';
import { direction } from './direction.ts';
import { disposal } from './disposal.ts';
import { errors } from './errors.ts';
import { hibernation } from './hibernation.ts';
import { loss } from './loss.ts';
import { pipelining } from './pipelining.ts';
import type { Subject } from './kit.ts';
import { references } from './references.ts';
import { security } from './security.ts';
import { transports } from './transports.ts';
import { values } from './values.ts';

export const browserSubjects: readonly Subject[] = [
  values,
  errors,
  pipelining,
  references,
  direction,
  batching,
  transports,
  loss,
  hibernation,
  disposal,
  security,
];
