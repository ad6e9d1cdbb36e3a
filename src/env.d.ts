declare namespace App {
  interface Locals {
    /** The entry or the study whose page is being made, for the numbers in its text. */
    entry?: import('astro:content').CollectionEntry<'entries' | 'studies'>;
  }
}

// They may not be installed. `absent.ts` in the folder of each has the types of what is used.
declare module '@lumenize/rpc';
declare module 'kkrpc-2';
declare module 'kkrpc-2/*';
declare module '*/@lumenize/rpc/package.json' {
  export const version: string;
}
declare module '*/kkrpc-2/package.json' {
  export const version: string;
}
