/** The version of `@lumenize/rpc`; undefined where it is not installed, as here. */
export const version: string | undefined = undefined;
