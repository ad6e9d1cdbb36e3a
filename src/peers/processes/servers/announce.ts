/** Says where this process listens, in the line that whoever started it waits for. */
export function announce(place: string): void {
  process.stdout.write(`listening ${place}\n`);
}
