import { version } from '../../../node_modules/vscode-jsonrpc/package.json';
import type { Contestant } from '../../places/contestant.ts';

export const vscodeJsonrpc: Contestant = {
  id: 'vscode-jsonrpc',
  label: 'vscode-jsonrpc',
  description:
    'Microsoft’s JSON-RPC, by which Visual Studio Code and other editors speak to language servers: messages with a head that says how long they are.',
  homepage: 'https://github.com/microsoft/vscode-languageserver-node/tree/main/jsonrpc',
  versions: { 'vscode-jsonrpc': version },
  mark: 'cross',
  colors: ['#6d6f73', '#63666b'],
};
