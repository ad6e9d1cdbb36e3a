/** What is loaded once a run starts: Plot, the statistics, and through the study the client halves. */
export { copy, download } from '../result/share.ts';
export { showResult } from '../result/show.ts';
export { runLive } from './live.ts';
