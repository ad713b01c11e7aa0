import { describe, expect, it } from '@jest/globals';
import type { PageContent } from '@quarry/page';
import { MIN_WRITTEN_CHARS, writeContent, writtenBuffers } from './written-content.js';

const LONG = `"Grün" ${'x'.repeat(MIN_WRITTEN_CHARS)}`;

describe('a content for its response', () => {
  it('has its large parts as the bytes of their JSON, in their places', () => {
    const content: PageContent = {
      content: LONG,
      markdown: 'short',
      json: { text: LONG },
      title: 'Slate',
      links: [LONG],
    };
    const written = writeContent(content);
    expect(Object.keys(written)).toEqual(Object.keys(content));
    const { content: html, json, links, ...rest } = written;
    const texts = [html, json, links].map((value) => new TextDecoder().decode(value as Uint8Array));
    expect(texts).toEqual([LONG, { text: LONG }, [LONG]].map((value) => JSON.stringify(value)));
    expect(rest).toEqual({ markdown: 'short', title: 'Slate' });
    expect(writtenBuffers(written)).toEqual([html, json, links].map((value) => (value as Uint8Array).buffer));
  });

  it('is the same where a part of it is the text of a document in UTF-8', () => {
    const content: PageContent = { content: LONG, text: `${LONG} `, markdown: 'short' };
    const document = { text: LONG, utf8: Buffer.from(LONG) };
    expect(writeContent(content, document)).toEqual(writeContent(content));
    expect(writeContent(content, { ...document, utf8: Buffer.from('other') }).content).toEqual(Buffer.from('"other"'));
    expect(writeContent({ content: 'short' }, { text: 'short', utf8: Buffer.from('short') })).toEqual({
      content: 'short',
    });
  });

  it('has what the worker reads itself as it is, however long', () => {
    const content: PageContent = { aiResponse: { price: LONG }, unsupported: LONG };
    expect(writeContent(content)).toEqual(content);
    expect(writtenBuffers(content)).toEqual([]);
  });
});
