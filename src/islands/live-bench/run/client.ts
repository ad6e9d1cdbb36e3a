import type { ClientFacts } from '../../../harness/environment.ts';

/** Browsers by what stands before their version; the first that fits counts. */
const browsers: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  // Chrome and its kin: the engine and its version are the same.
  ['Chromium', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+(?:\.\d+)?).* Safari\//],
];

/** Name and version of a browser from its user agent: `Chromium 156`. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'unknown browser';
}

/** Operating systems by what names them; the first that fits counts. */
const platforms: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** The operating system a user agent names; undefined for one that is not known here. */
export function platformOf(userAgent: string): string | undefined {
  return platforms.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/** What this browser says of itself. */
export function clientFacts(): ClientFacts {
  const { userAgent, hardwareConcurrency } = navigator;
  const platform = platformOf(userAgent);
  return {
    runtime: browserOf(userAgent),
    userAgent,
    ...(platform === undefined ? {} : { platform }),
    // Undefined in browsers that keep it to themselves, whatever its type says.
    ...(hardwareConcurrency >= 1 ? { cpuCount: hardwareConcurrency } : {}),
    now: () => performance.now(),
  };
}
