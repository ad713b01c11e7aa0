import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { MAX_XML_ATTRIBUTE_CHARS, MAX_XML_ATTRIBUTES, scanXml } from './scan-xml.js';

const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  scanXml(text, {
    open: (name, attributes) => parts.push(`<${[name, ...[...attributes].map((pair) => pair.join('='))].join(' ')}>`),
    close: (name) => parts.push(`</${name}>`),
    text: (data) => parts.push(data),
  });
  return parts;
};

describe('the parts of XML', () => {
  it('are its elements, attributes and texts in their order', () => {
    const text = '<?xml version="1.0"?><!-- no --><a:b c="1&amp;2" d=\'x\'>t&lt;<![CDATA[<raw>&]]><e/></a:b>';
    expect(partsOf(text).join('')).toBe('<a:b c=1&2 d=x>t<<raw>&<e></e></a:b>');
  });

  it('know the entities of XML alone: none that the document declares', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "boom">]><a>&b;&nbsp;&#65;</a>';
    expect(partsOf(bomb).join('')).not.toContain('<a>boom');
    expect(partsOf('<a>&#65;&amp;</a>').join('')).toBe('<a>A&</a>');
  });

  it('have so many attributes, and so much of each', () => {
    const many = Array.from({ length: MAX_XML_ATTRIBUTES + 5 }, (_, index) => `a${index}="1"`).join(' ');
    expect(partsOf(`<x ${many}/>`)[0]?.split(' ')).toHaveLength(MAX_XML_ATTRIBUTES + 1);
    const long = 'y'.repeat(MAX_XML_ATTRIBUTE_CHARS + 1);
    expect(partsOf(`<x a="${long}" b="1"/>`)[0]).toBe('<x b=1>');
  });

  it('are read whatever the text is', () => {
    const piece = fc.constantFrom(
      '<a',
      '>',
      '</a>',
      '/>',
      '<![CDATA[',
      ']]>',
      '&',
      '&#x',
      ';',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      'x ',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void partsOf(pieces.join(''))));
  });

  it.each([
    ['nesting', `${'<a>'.repeat(400_000)}${'</b>'.repeat(400_000)}`],
    ['an element that never ends', `<a ${'b="1" '.repeat(400_000)}`],
    ['a comment that never ends', `<a><!--${'-<a>'.repeat(500_000)}`],
    ['entities that never end', `<a>${'&amp'.repeat(500_000)}`],
  ])('take time in proportion to their length: %s', (_, text) => {
    const spent = watchProcessor();
    scanXml(text, { open: () => undefined, close: () => undefined, text: () => undefined });
    expect(spent()).toBeLessThan(3_000);
  });
});
