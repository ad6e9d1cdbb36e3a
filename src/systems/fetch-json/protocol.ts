/** The answer to a call: `{"result":2}`, or with status 400 `{"error":{"name":"TypeError","message":"…"}}`. */
export type Answer = { result: unknown } | { error: { name: string; message: string } };
