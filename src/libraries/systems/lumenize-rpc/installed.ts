export { version } from '../../../../node_modules/@lumenize/rpc/package.json';
