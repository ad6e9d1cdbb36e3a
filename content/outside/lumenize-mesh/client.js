// Batches of calls between two objects of @lumenize/mesh.
export { open } from '../between/open.js';

export const system = {
  id: 'lumenize-mesh',
  label: '@lumenize/mesh',
  versions: {
    '@lumenize/mesh': '0.26.0',
    '@lumenize/routing': '0.26.0',
    '@lumenize/structured-clone': '0.26.0',
  },
  arms: [{ name: 'call', label: 'lmz.call', accept: 'in-memory' }],
};
