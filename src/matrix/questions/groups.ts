/** All questions by their subjects, in the order of the matrix. */
import { browserSubjects } from './ask.ts';
import { bundle } from './bundle.ts';
import { probesOf, type Subject } from './client-kit.ts';
import { runtimes } from './runtimes.ts';
import { security } from './security.ts';
import { typescript } from './typescript.ts';

export const subjects: readonly Subject[] = [
  ...browserSubjects.filter((subject) => subject !== security),
  typescript,
  security,
  bundle,
  runtimes,
];

export const allProbes = probesOf(subjects);
