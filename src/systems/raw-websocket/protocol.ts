/**
 * A call: `{"id":1,"method":"increment","args":[1]}`; `args` is left out when there are none. The items of
 * the stream that a client sends follow its call, each a frame of its own.
 */
export interface Call {
  id: number;
  method: string;
  args?: readonly unknown[];
}

/**
 * An answer: `{"id":1,"result":2}`, or `{"id":1,"error":{"name":"TypeError","message":"…"}}`. The items of
 * a stream come before its answer, each a frame of its own.
 */
export type Answer =
  { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

/** The server calls the function that stayed behind with call 1: `{"callback":7,"of":1,"index":0}`. */
export interface Callback {
  callback: number;
  of: number;
  index: number;
}

/** The client’s answer to that: `{"callback":7,"result":2}`, or `{"callback":7,"error":"…"}`. */
export interface CallbackAnswer {
  callback: number;
  result?: unknown;
  error?: unknown;
}
