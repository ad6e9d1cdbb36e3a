// Batches of calls between two objects of @lumenize/call.
export { open } from '../between/open.js';

export const system = {
  id: 'lumenize-call',
  label: '@lumenize/call',
  versions: {
    '@lumenize/call': '0.1.0 (82907606)',
    '@lumenize/lumenize-base': '0.1.0',
    '@lumenize/core': '0.1.0',
    '@lumenize/structured-clone': '0.17.0',
  },
  arms: [{ name: 'as-exported', label: 'as exported', accept: 'in-memory' }],
};
