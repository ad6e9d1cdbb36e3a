import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { testSite } from './site.ts';

/** Names that minifiers keep, each of one library alone. */
export const libraries = {
  /** A mark of Plot’s. */
  plot: /plot-d6a7b5/,
  /** An error of zod’s. */
  zod: /invalid_union/,
  capnweb: /RpcTarget/,
  lumenize: /__rpc|lumenize\.rpc/,
  trpc: /TRPCClientError/,
  orpc: /ORPC_ERROR_CONSTRUCTORS/,
  /** oRPC’s server half. */
  orpcServer: /ORPC_HIDDEN_ROUTER_CONTRACT/,
} as const;

/**
 * Notes the scripts that a page and its workers ask for from now on.
 *
 * @returns what reads those so far: which libraries are in them
 */
export function watchScripts(page: Page): () => Set<keyof typeof libraries> {
  const texts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('.js')) return;
    // From where it was built: a browser keeps no copy of what its workers got.
    texts.push(readFileSync(join(testSite().directory, pathname), 'utf8'));
  });
  return () => {
    if (texts.length === 0) throw new Error('scripts: got none, expected some');
    const found = Object.entries(libraries).filter(([, name]) =>
      texts.some((text) => name.test(text)),
    );
    return new Set(found.map(([library]) => library as keyof typeof libraries));
  };
}
