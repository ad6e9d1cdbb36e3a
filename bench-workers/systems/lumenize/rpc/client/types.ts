/** What a client sees of the methods of an object: everything can be awaited, and chained before. */

/** A value on the server: a promise of it, and its members, which are reached in the same round trip. */
export type Remote<Value> = [Value] extends [never]
  ? Promise<never>
  : Promise<Received<Value>> & RemoteMembers<Value>;

/** The members of a value on the server. Builtins arrive whole and have none. */
export type RemoteMembers<Value> = Value extends Builtin
  ? unknown
  : { readonly [Key in keyof Value]: RemoteMember<Value[Key]> };

type RemoteMember<Member> = Member extends (...args: infer Args) => infer Result
  ? (...args: Sent<Args>) => Remote<Awaited<Result>>
  : Remote<Member>;

/** Arguments: each may be a call that is not awaited, whose result then stands in its place. */
export type Sent<Args extends readonly unknown[]> = {
  [Index in keyof Args]: Args[Index] | Remote<Args[Index]>;
};

/** A result as it arrives: functions in it are callable, and answer by a promise. */
export type Received<Value> = Value extends Builtin
  ? Value
  : Value extends (...args: infer Args) => infer Result
    ? (...args: Sent<Args>) => Remote<Awaited<Result>>
    : Value extends object
      ? { [Key in keyof Value]: Received<Value[Key]> }
      : Value;

type Builtin =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | Date
  | RegExp
  | Error
  | URL
  | Headers
  | ArrayBuffer
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

/** A client of an object: its methods, and what closes the connection. */
export type RpcClient<Target> = RemoteMembers<Target> & Disposable;
