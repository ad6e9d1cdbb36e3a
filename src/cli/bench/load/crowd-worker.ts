/** One visitor who opens as many sockets as it can, in a thread of its own: the others’ client is not slowed. */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { callingWith } from '../../shared/identify.ts';
import { VISITOR_HEADER } from './visitor.ts';

/** What the thread is told. */
export interface CrowdTask {
  origin: string;
  sockets: number;
}

/** Told to open, it answers when all were asked for; told to close, when all are closed. */
export type CrowdOrder = 'open' | 'close';

/** What it answers. */
export interface Crowd {
  opened: number;
  refused: number;
}

/** Sockets that are asked for at a time. */
const AT_A_TIME = 20;

const { origin, sockets } = workerData as CrowdTask;
const { WebSocketClass } = callingWith({ [VISITOR_HEADER]: 'crowd' });
const address = `${origin.replace(/^http/, 'ws')}/bench/raw-websocket/in-memory`;
/** Half of them go to one object, half to one each. */
const one = randomUUID();
let open: WebSocket[] = [];
let crowd: Crowd = { opened: 0, refused: 0 };

function ask(index: number): Promise<void> {
  const socket = new WebSocketClass(`${address}/${index % 2 === 0 ? one : randomUUID()}`);
  return new Promise((resolve) => {
    socket.addEventListener('open', () => {
      crowd.opened += 1;
      open.push(socket);
      resolve();
    });
    socket.addEventListener('error', () => {
      crowd.refused += 1;
      resolve();
    });
  });
}

async function openAll(): Promise<void> {
  crowd = { opened: 0, refused: 0 };
  let asked = 0;
  const askOneByOne = async () => {
    while (asked < sockets) await ask((asked += 1));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, askOneByOne));
}

async function closeAll(): Promise<void> {
  const closed = open.map(
    (socket) => new Promise((resolve) => socket.addEventListener('close', resolve)),
  );
  for (const socket of open) socket.close();
  open = [];
  await Promise.all(closed);
}

parentPort?.on('message', (order: CrowdOrder) => {
  void (order === 'open' ? openAll() : closeAll()).then(() => parentPort?.postMessage(crowd));
});
