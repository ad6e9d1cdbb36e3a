/** Addresses of an object of the probes, by scheme. */
export function address(origin: string, path: string): (scheme: 'ws' | 'http') => string {
  return (scheme) => `${origin.replace(/^http/, scheme)}/bench/probe/${path}`;
}
