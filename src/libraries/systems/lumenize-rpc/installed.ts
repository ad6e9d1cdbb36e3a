export { version as lumenizeRpcVersion } from '../../../../node_modules/@lumenize/rpc/package.json';
