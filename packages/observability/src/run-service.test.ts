import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Logger } from './logs/logger.js';
import { runService, type RunServiceOptions } from './run-service.js';

const setUp = (options: Partial<RunServiceOptions> = {}) => {
  const events: string[] = [];
  const stdin = Object.assign(new EventEmitter(), { resume: () => events.push('resume') });
  const exits = new EventEmitter();
  const host = Object.assign(new EventEmitter(), {
    stdin,
    exit: (code: number) => {
      events.push(`exit ${code}`);
      exits.emit('exit', code);
    },
  });
  const write = (message: string) => void events.push(message);
  const log: Logger = { error: write, warn: write, info: write, debug: write };
  const exited = new Promise<number>((resolve) => exits.once('exit', resolve));
  const run = () =>
    runService({
      start: async () => ({ close: async () => void events.push('close') }),
      log,
      graceMs: 1_000,
      parentPipe: false,
      host,
      ...options,
    });
  return { events, host, stdin, exited, run };
};

describe('runService', () => {
  it.each(['SIGTERM', 'SIGINT'])('closes once on %s and exits with 0', async (signal) => {
    const { events, host, exited, run } = setUp();
    await run();
    host.emit(signal);
    expect(await exited).toBe(0);
    expect(events).toEqual(['started', 'stopping', 'close', 'exit 0']);
  });

  it('exits at once on a second signal', async () => {
    const { events, host, exited, run } = setUp({ start: async () => ({ close: () => new Promise(() => undefined) }) });
    await run();
    host.emit('SIGINT');
    host.emit('SIGINT');
    expect(await exited).toBe(1);
    expect(events.filter((event) => event === 'stopping')).toHaveLength(1);
  });

  it('exits with 1 when closing takes longer than its grace', async () => {
    const { events, host, exited, run } = setUp({
      graceMs: 20,
      start: async () => ({ close: () => new Promise(() => undefined) }),
    });
    await run();
    host.emit('SIGTERM');
    expect(await exited).toBe(1);
    expect(events).toContain('did not close in time');
  });

  it('exits with 1 when closing fails', async () => {
    const { host, exited, run } = setUp({ start: async () => ({ close: () => Promise.reject(new Error('no')) }) });
    await run();
    host.emit('SIGTERM');
    expect(await exited).toBe(1);
  });

  it('waits for a start that is under way, then closes it', async () => {
    const gate = new EventEmitter();
    const closed: string[] = [];
    const { host, exited, run } = setUp({
      start: async () => {
        await new Promise((resolve) => gate.once('open', resolve));
        return { close: async () => void closed.push('close') };
      },
    });
    const running = run();
    await Promise.resolve();
    host.emit('SIGTERM');
    gate.emit('open');
    await running;
    expect(await exited).toBe(0);
    expect(closed).toEqual(['close']);
  });

  it('exits with 1 when it cannot start', async () => {
    const { events, exited, run } = setUp({ start: () => Promise.reject(new Error('port taken')) });
    await run();
    expect(await exited).toBe(1);
    expect(events).toEqual(['could not start', 'exit 1']);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('logs an %s and exits with 1', async (event) => {
    const { events, host, exited, run } = setUp();
    await run();
    host.emit(event, new Error('bug'));
    expect(await exited).toBe(1);
    expect(events[1]).toMatch(/^un(caught exception|handled rejection)$/);
  });

  it('ends with its parent when it is told to watch the pipe', async () => {
    const { events, stdin, exited, run } = setUp({ parentPipe: true });
    await run();
    stdin.emit('end');
    stdin.emit('close');
    expect(await exited).toBe(0);
    expect(events.filter((event) => event === 'close')).toHaveLength(1);
  });

  it('leaves standard input alone otherwise', async () => {
    const { events, stdin, run } = setUp();
    await run();
    stdin.emit('end');
    expect(events).toEqual(['started']);
  });
});
