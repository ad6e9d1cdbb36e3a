/** Node has no conditions of its own for a package, so that it looks itself whether there is one. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as absent from './absent.ts';
import { debugFile } from '../optional.ts';
import { version } from './version.ts';

type Library = Omit<typeof absent, 'version'>;

async function load(): Promise<Library> {
  if (version === undefined) return import('./absent.ts');
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@lumenize/debug' ? pathToFileURL(debugFile).href : specifier, context),
  });
  return (await import('@lumenize/rpc')) as Library;
}

export const {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} = await load();
