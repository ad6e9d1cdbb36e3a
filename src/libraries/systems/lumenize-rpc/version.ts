import { optionalVersion } from '../optional.ts';

/** For Node, which has no conditions of its own for a package, so that it looks itself whether there is one. */
export const version = optionalVersion('lumenize-rpc');
