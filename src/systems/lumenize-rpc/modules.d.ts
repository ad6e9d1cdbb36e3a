// It may not be installed. absent/library.ts has the types of what is used.
declare module '@lumenize/rpc';
declare module '*/@lumenize/rpc/package.json' {
  export const version: string;
}
