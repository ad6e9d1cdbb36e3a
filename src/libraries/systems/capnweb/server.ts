import { newHttpBatchRpcResponse, newWebSocketRpcSession, type RpcStub } from 'capnweb';
import type { Offer, Server } from '../../../../bench-workers/server.ts';
import { methodNames } from '../../../wire/service/arguments.ts';
import type { Receiving, Shape } from '../../../wire/service/items.ts';
import type { ClientMethods, Cursor, TokenAccount } from '../../../wire/service/objects.ts';
import type { Service } from '../../../wire/service/service.ts';
import { makeCheck } from './check.ts';
import { EVENTS } from './system.ts';
import { targetClass } from './target.ts';

/** A cursor passed by reference: the client gets a stub of it. */
const CursorTarget = targetClass<Cursor>(['next', 'position', 'advance'], {
  next: (cursor): object => new CursorTarget(cursor.next()),
});
const AccountTarget = targetClass<TokenAccount>(['whoami']);
const SinkTarget = targetClass<Receiving>(['take', 'received']);

/** The methods of the service. The library hides no method of a class, so that the protected one is there too. */
const serviceNames = [...methodNames, 'secret'];
const RemoteTarget = targetClass<Record<string, unknown>>(serviceNames);
const ServiceTarget = targetClass<Service>(serviceNames, {
  cursor: (service) => new CursorTarget(service.cursor()),
  link: async (service) => new CursorTarget(await service.link()),
  authenticate: (service, token: string) => new AccountTarget(service.authenticate(token)),
  sink: (service, shape: Shape) => new SinkTarget(service.sink(shape)),
  down(service, shape: Shape) {
    const items = service.down(shape);
    return new ReadableStream<string>(
      {
        async pull(controller) {
          const { done, value } = await items.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await items.return()),
      },
      { highWaterMark: 0 },
    );
  },
  /** The library asks to dispose a result that is not awaited. */
  async downTo(service, shape: Shape, take: RpcStub<(item: string) => void>) {
    let end = (): void => undefined;
    take.onRpcBroken(() => end());
    const items = service.down(shape);
    end = () => void items.return();
    for await (const item of items) take(item)[Symbol.dispose]();
  },
});

/** A session over a socket that stays in memory, or one for each batch that is posted. */
export const server: Server = {
  makeCheck,
  accept: () => ({ tags: [EVENTS] }),
  serve({ socket }, { serviceFor }: Offer, arm) {
    if (arm === EVENTS) return {};
    const service = serviceFor({ clientName: () => remote.clientName() });
    const target = new ServiceTarget(service);
    const remote: ClientMethods = newWebSocketRpcSession<ClientMethods>(socket, target);
    return {};
  },
  answer: ({ request }, { service }) =>
    newHttpBatchRpcResponse(request, new ServiceTarget(service)),
  serveInWorker(socket, call) {
    const methods: Record<string, unknown> = {};
    for (const name of serviceNames) methods[name] = (...args: unknown[]) => call(name, args);
    newWebSocketRpcSession(socket, new RemoteTarget(methods));
  },
  call({ service }, method, args) {
    const target = new ServiceTarget(service);
    return Reflect.apply(Reflect.get(target, method) as () => unknown, target, args) as unknown;
  },
  announce(_tag, event, links) {
    const message = JSON.stringify(event);
    for (const { socket } of links) socket.send(message);
    return links.length;
  },
};
