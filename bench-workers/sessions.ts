/** Sessions that end in the Worker: their objects have no socket, and can sleep between two calls. */
import { type BenchMethods, type Env, objectOf } from './env.ts';
import { payerOf } from './gate/allowance.ts';
import { freePlace, occupyPlace } from './gate/admit.ts';
import { Holder } from './guard/holder.ts';
import { type Message, sizeOf, SocketGuard } from './guard/socket-guard.ts';
import { addressOf } from './http.ts';
import { closeCodes, limits, violation, type Violation } from '../src/wire/limits.ts';
import type { CallMethod, Server } from './server.ts';
import { answerClose } from './sockets.ts';

/** Calls of a session at which its object works at once. The answers to others take no memory yet. */
const AT_ONCE = 64;

/** Opens a session for an admitted request. Its socket is guarded as that of an object is. */
export function openSession(request: Request, env: Env, ctx: ExecutionContext, server: Server) {
  const { system, arm, base } = addressOf(request);
  const { place = 0, ...payer } = payerOf(request);
  const idleMs = Number(env.IDLE_SECONDS) * 1000;
  const { 0: client, 1: socket } = new WebSocketPair();
  socket.accept();
  let [bytes, usedAt, isOpen] = [0, Date.now(), true];
  let timer = setTimeout(endWhenIdle, idleMs);
  let underWay = 0;
  const waiting: Array<() => void> = [];
  const holder = new Holder(socket, (found) => guard.refuse(found));
  const check = server.makeCheck?.(arm, (held) => guard.hold(held));
  const guard = new SocketGuard(socket, check ?? (() => undefined), holder, end);
  // This listener comes before those of the library, so that they never see a message over a limit.
  socket.addEventListener('message', (event) => {
    const message = event.data as Message;
    [bytes, usedAt] = [sizeOf(message), Date.now()];
    if (!guard.mayPass(message)) event.stopImmediatePropagation();
  });
  socket.addEventListener('close', ({ code }) => {
    answerClose(socket, code);
    forget();
  });
  socket.addEventListener('error', forget);
  occupyPlace(place);

  function endWhenIdle(): void {
    const left = usedAt + idleMs - Date.now();
    if (left > 0) timer = setTimeout(endWhenIdle, left);
    else guard.refuse({ code: closeCodes.goingAway, reason: 'nobody used this session' });
  }

  /** Tells the library of a Close, and cuts a client that does not answer it: nothing else frees what it holds. */
  function end({ code, reason }: Violation): void {
    const cut = () => {
      if (socket.readyState !== WebSocket.CLOSED) ctx.abort('a client did not answer a Close');
    };
    setTimeout(cut, Math.min(limits.socket.closeSeconds * 1000, idleMs));
    socket.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: true }));
  }

  function forget(): void {
    if (isOpen) freePlace();
    isOpen = false;
    clearTimeout(timer);
    waiting.length = 0;
    guard.end();
  }

  const call: CallMethod = async (method, args, size = bytes) => {
    const { calls } = limits.message;
    if (waiting.length >= calls) guard.refuse(violation(closeCodes.policy, 'message.calls', calls));
    if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay += 1;
    try {
      const { visit } = payer;
      payer.visit = 'again';
      // The stub of an object that has ended stays broken, so that each call takes a new one.
      const object: unknown = objectOf(env, `${system}/${base.split('/').at(-1)}`);
      return await (object as BenchMethods).call({ ...payer, visit }, size, method, args);
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
  server.serveInWorker?.(socket, call);
  return new Response(null, { status: 101, webSocket: client });
}
