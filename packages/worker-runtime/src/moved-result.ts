import { move, transferableSymbol, valueSymbol } from 'piscina';

/** The result of a task in a thread; these of its buffers are moved out of the thread, not copied. */
export const movedResult = <Result extends object>(result: Result, buffers: readonly ArrayBufferLike[]): Result =>
  // safe because the pool hands its caller the value
  move({ [valueSymbol]: result, [transferableSymbol]: buffers }) as Result;
