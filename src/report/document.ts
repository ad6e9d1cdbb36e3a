export { obstacles } from '../results/obstacles.ts';
