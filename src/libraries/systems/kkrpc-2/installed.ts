export { version } from '../../../../node_modules/kkrpc-2/package.json';
