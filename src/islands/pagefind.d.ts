/** Pagefind’s search, whose package has no types. */
declare module '@pagefind/default-ui/npm_dist/mjs/ui-core.mjs' {
  export const PagefindUI: new (options: object) => object;
}
