/** The parts of the suite. */

/** A part’s own command; what else is given goes to it. */
export const parts = {
  check: {
    about: 'formatting, lint, types and workflows',
    command: ['npm', 'run', '--silent', 'check'],
  },
  units: {
    about: 'units, and systems on local workerd: names of files or tests',
    command: ['vitest', 'run'],
  },
  pages: { about: 'pages in a real Chromium: names of files', command: ['playwright', 'test'] },
} as const;
