// How messages are written is for the process to say that starts this one.
export { serve } from './node-ipc-ipc.ts';
