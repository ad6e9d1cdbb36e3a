declare namespace App {
  interface Locals {
    /** The entry or the study whose page is being made, for the numbers in its text. */
    entry?: import('astro:content').CollectionEntry<'entries' | 'studies'>;
  }
}

// It may not be installed. src/libraries/systems/lumenize-rpc/absent.ts has the types of what is used.
declare module '@lumenize/rpc';
declare module '*/@lumenize/rpc/package.json' {
  export const version: string;
}
