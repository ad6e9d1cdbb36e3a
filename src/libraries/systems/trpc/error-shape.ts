/** The form in which an error is sent. */
export { getTRPCErrorShape } from '@trpc/server';
