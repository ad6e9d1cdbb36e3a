import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchInterrupt } from './process-end.ts';

const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  exit.mockClear();
});
afterEach(() => void vi.useRealTimers());

describe('Ctrl-C', () => {
  it('aborts at the first press, and ends the process at the second', () => {
    const said = vi.fn();
    const interrupt = catchInterrupt(said);
    expect(interrupt.signal.aborted).toBe(false);
    process.emit('SIGINT', 'SIGINT');
    expect(interrupt.signal.aborted).toBe(true);
    // npm and the terminal both pass the same press on.
    vi.advanceTimersByTime(20);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
    expect(said).toHaveBeenCalledOnce();
    interrupt[Symbol.dispose]();
  });

  it('gives a process that is told to end a few seconds', () => {
    const interrupt = catchInterrupt(() => undefined);
    process.emit('SIGTERM', 'SIGTERM');
    expect(interrupt.signal.aborted).toBe(true);
    vi.advanceTimersByTime(2400);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
    interrupt[Symbol.dispose]();
  });
});
