/** The lockfile is the same on every machine, so that installing leaves a checkout as it is. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;

/** Where Node looks for a package that one in a folder asks for. */
function isFound(name: string, from: string): boolean {
  if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
  return from !== '' && isFound(name, from.slice(0, Math.max(0, from.lastIndexOf('/'))));
}

it('has the packages of other machines too', () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isFound(name, folder)),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(packages).filter((folder) => /workerd-\w+-/.test(folder))).toHaveLength(5);
});
