// The same, but for how the runtime writes the messages: as the structured clone algorithm does.
export { open } from './node-ipc-ipc.ts';
