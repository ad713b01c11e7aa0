import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { FileTooLargeError, type FileStore } from '@quarry/files';
import type { RequestRow } from '@quarry/store';
import { LARGE_TEXTS_AT_ONCE, WHOLE_ANSWER_BYTES } from '../bounds.js';
import { createRowSender } from './send-row.js';

const RAW = { mediaType: 'text/markdown', outputFormat: 'markdown', field: 'markdown' };
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

const fakeResponse = () => {
  const sent: string[] = [];
  const response = {
    destroyed: false,
    setHeader: () => response,
    vary: () => response,
    end: (text: string) => sent.push(text),
  };
  return { response: response as unknown as Response, sent };
};

describe('the text of large responses', () => {
  it('is read for few calls of an account at once; the others wait', async () => {
    const [gates, body] = [[] as (() => void)[], Buffer.from('{"markdown":"# Slate"}')];
    const files = {
      read: async (_key: unknown, maxBytes: number) => {
        if (maxBytes === WHOLE_ANSWER_BYTES) throw new FileTooLargeError(maxBytes);
        await new Promise<void>((resolve) => gates.push(resolve));
        return body;
      },
    } as unknown as FileStore;
    const rows = createRowSender({ files, filesUrl: 'http://127.0.0.1/files', log });
    const row = (accountId: string) => ({ id: 'r1', accountId, answerName: 'result.json' }) as RequestRow;
    const responses = Array.from({ length: LARGE_TEXTS_AT_ONCE + 2 }, fakeResponse);
    const calls = responses.map(({ response }) => rows.sendAnswer(response, row('a1'), RAW));
    const other = rows.sendAnswer(fakeResponse().response, row('a2'), RAW);
    await setImmediate();
    expect(gates).toHaveLength(LARGE_TEXTS_AT_ONCE + 1);
    while (gates.length > 0) {
      gates.shift()?.();
      await setImmediate();
    }
    await Promise.all([...calls, other]);
    expect(responses.map(({ sent }) => sent)).toEqual(responses.map(() => ['# Slate']));
  });
});
