/**
 * What this process leaves to others when it ends, however it ends: SIGKILL tells nobody, but it
 * closes a pipe. A shell that reads from that pipe, in a session of its own so that no Ctrl-C reaches
 * it, then ends the processes and deletes the folders that it was told of.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

const SCRIPT = `
pids=
while read -r what value; do
  case $what in
    process) pids="$pids $value" ;;
    ended) left=; for pid in $pids; do [ "$pid" = "$value" ] || left="$left $pid"; done; pids=$left ;;
    folder) set -- "$@" "$value" ;;
  esac
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
for folder; do
  rm -rf -- "$folder" || { sleep 1; rm -rf -- "$folder"; }
done
`;

let keeper: ChildProcess | undefined;

function tell(line: string): void {
  // Windows has neither this shell nor these signals.
  if (process.platform === 'win32') return;
  if (keeper === undefined) {
    keeper = spawn('/bin/sh', ['-c', SCRIPT, 'keeper'], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // It waits for this process; this process does not wait for it.
    keeper.unref();
    (keeper.stdin as Socket).unref();
    // Without it all is as it would be anyway.
    keeper.on('error', () => undefined);
    keeper.stdin?.on('error', () => undefined);
  }
  keeper.stdin?.write(`${line}\n`);
}

/**
 * Has a process end when this one does.
 *
 * @param pid its id; negative for a whole group
 * @returns called once it has ended: another may get the same id
 */
export function endWithThis(pid: number): () => void {
  tell(`process ${pid}`);
  return () => tell(`ended ${pid}`);
}

/** Has a folder deleted when this process ends. Who deletes it before need not say so. */
export function deleteWithThis(folder: string): void {
  tell(`folder ${folder}`);
}
