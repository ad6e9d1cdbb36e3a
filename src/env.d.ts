declare namespace App {
  interface Locals {
    /** The entry whose page is being made, for the numbers in its text. */
    entry?: import('./journal/entries.ts').EntryPage;
  }
}

/** Pagefind’s search, whose package has no types. */
declare module '@pagefind/default-ui/npm_dist/mjs/ui-core.mjs' {
  export const PagefindUI: new (options: object) => object;
}
