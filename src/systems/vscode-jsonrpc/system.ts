import { version } from '../../../node_modules/vscode-jsonrpc/package.json';
import type { Contestant } from '../../places/contestant.ts';
import { armsOver } from '../../places/processes/names.ts';

export const vscodeJsonrpc: Contestant = {
  id: 'vscode-jsonrpc',
  label: 'vscode-jsonrpc',
  description:
    'Microsoft’s JSON-RPC, by which Visual Studio Code and other editors speak to language servers: messages with a head that says how long they are.',
  homepage: 'https://github.com/microsoft/vscode-languageserver-node/tree/main/jsonrpc',
  versions: { 'vscode-jsonrpc': version },
  mark: 'cross',
  colors: ['#6d6f73', '#63666b'],
  processes: (workloads) => [
    ...armsOver(
      {
        system: 'vscode-jsonrpc',
        transport: 'stdio',
        name: 'vscode-jsonrpc',
        over: 'stdio',
        usual: ['node'],
        noBytes: 'JSON has no bytes, and the library documents no encoding of them.',
      },
      workloads,
    ),
  ],
};
