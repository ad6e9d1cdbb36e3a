/** The pages that were built, as they are without a browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { testSite } from './site.ts';

/** Every page of the site under test with its path below the site, read when it is asked for. */
export function* builtPages(): Generator<{ path: string; document: Document }> {
  const { directory } = testSite();
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.html')) continue;
    yield { path, document: parseHTML(readFileSync(join(directory, path), 'utf8')).document };
  }
}
