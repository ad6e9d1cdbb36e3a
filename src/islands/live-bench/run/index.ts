/** What the page loads once a run starts: Plot and the statistics. What measures is the worker's. */
export { copy, download } from '../result/share.ts';
export { remember } from '../remember.ts';
export { showResult } from '../result/show.ts';
export { runLive } from './live.ts';
