/** Server runtimes: where the server half runs without anything added. */
import { answering, type Questions } from './client-kit.ts';

export const runtimes: Questions = { 'runtimes-workerd': answering((api) => api.add(2, 3), 5) };
