export * from '@lumenize/rpc';
