import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger, MAX_LOG_LINE_CHARS, type LogLevel } from './logger.js';
import { withRequestContext } from './request-context.js';

const recording = (level: LogLevel = 'info') => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: createLogger({ service: 'gateway', level, stream }) };
};
const parsed = (line: string | undefined) => JSON.parse(line ?? '') as Record<string, unknown>;

describe('createLogger', () => {
  it('writes one JSON line per event, with time, level, service and fields', () => {
    const { lines, log } = recording();
    log.info('two\nlines', { status: 200 });
    log.warn('second');
    expect(lines).toHaveLength(2);
    expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1);
    expect(parsed(lines[0])).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      service: 'gateway',
      message: 'two\nlines',
      status: 200,
    });
  });

  it('leaves out what is below its level', () => {
    const { lines, log } = recording('warn');
    log.info('no');
    log.debug('no');
    log.error('yes');
    expect(lines.map((line) => parsed(line)['message'])).toEqual(['yes']);
  });

  it('carries the context of the running request, also after an await, each its own', async () => {
    const { lines, log } = recording();
    const run = (requestId: string) =>
      withRequestContext({ requestId, operation: 'scrape/web' }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        log.info(requestId);
      });
    await Promise.all([run('a'), run('b'), run('c')]);
    log.info('outside');
    expect(lines.map(parsed).map((line) => [line['message'], line['requestId']])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
      ['outside', undefined],
    ]);
  });

  it('does not let a field replace the head of the line', () => {
    const { lines, log } = recording();
    const fields: object = { message: 'fake', level: 'fake', time: 'fake', requestId: 'fake' };
    withRequestContext({ requestId: 'mine' }, () => log.info('real', fields));
    expect(parsed(lines[0])).toMatchObject({ message: 'real', requestId: 'mine', level: 'info' });
    expect(parsed(lines[0])['droppedFields']).toEqual(['message', 'level', 'time']);
  });

  it('takes no field that is not named, nor a value of another kind: neither compiles', () => {
    const { lines, log } = recording();
    // @ts-expect-error -- it is not named
    log.info('x', { notNamed: 1 });
    const passedOn = { status: 200, notNamed: 1 };
    // @ts-expect-error -- it is not named, however it comes
    log.info('x', passedOn);
    // @ts-expect-error -- it is not named, however it comes
    log.info('x', { requestId: 'r', ...passedOn });
    // @ts-expect-error -- a status is a number
    log.info('x', { status: '200' });
    expect(lines.map((line) => parsed(line)['droppedFields'])).toEqual([
      ...[['notNamed'], ['notNamed'], ['notNamed']],
      ['status'],
    ]);
  });

  it('never writes a key, cookie, authorization or body', () => {
    const { lines, log } = recording();
    const fields: object = {
      headers: { 'x-api-key': 'qk_seededseeded', cookie: 'sid=seeded', authorization: 'Bearer seeded' },
      body: { password: 'seeded' },
      url: 'http://user:seeded@host.example/',
    };
    log.error('call with x-api-key: qk_seededseeded', fields);
    expect(lines.join('')).not.toContain('seeded');
  });

  it('drops the fields of a line over its bound and keeps its head', () => {
    const { lines, log } = recording();
    const notReady = Array.from({ length: 20 }, () => 'x'.repeat(2_000));
    withRequestContext({ requestId: 'r1' }, () => log.info('big', { notReady }));
    expect(lines[0]?.length).toBeLessThan(MAX_LOG_LINE_CHARS);
    expect(parsed(lines[0])).toMatchObject({ message: 'big', requestId: 'r1', isTruncated: true });
    expect(parsed(lines[0])).not.toHaveProperty('notReady');
  });

  it('goes on when a line cannot be written', async () => {
    const written: string[] = [];
    const stream = new Writable({
      autoDestroy: false,
      write: (line: Buffer, _, done) => {
        if (written.push(line.toString()) === 1) done(new Error('no space left'));
        else done();
      },
    });
    const log = createLogger({ service: 'test', level: 'info', stream });
    log.info('lost');
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => log.info('kept')).not.toThrow();
  });
});
