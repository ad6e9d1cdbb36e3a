export function checkArguments(_method: string, _args: readonly unknown[]): void {}
