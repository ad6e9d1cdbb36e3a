export { version as kkrpc2Version } from '../../../../node_modules/kkrpc-2/package.json';
