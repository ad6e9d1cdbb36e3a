/** Errors of the system as a sentence that says what to do, in place of Node’s own. */

/** What follows the path, by the codes of the system. */
const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'got no such file or folder, expected one that exists',
  EISDIR: 'got a folder, expected a file',
  ENOTDIR: 'got a file in the place of a folder, expected a folder',
  EACCES: 'got no permission, expected a file that this user may use',
  EMFILE: 'got too many open files at once: allow more with ulimit -n 4096',
  ENFILE: 'got too many open files on this machine: end other programs first',
  ENAMETOOLONG: 'got a name that is too long for a file, expected 255 bytes at most',
  ENOSPC: 'got a full disk, expected room: free some, or choose another folder',
};

/** The message of an error. What the system says is told by the path that it is about. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, syscall = '', message } = error as NodeJS.ErrnoException;
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (sentence === undefined) return message;
  const program = syscall.replace(/^spawn /, '');
  if (program !== syscall && code === 'ENOENT') {
    return `${program}: got no such program, expected it to be installed: npm install may bring it`;
  }
  return `${path ?? syscall}: ${sentence}`;
}
