import { describe, expect, it } from '@jest/globals';
import { documentKind, sniffMediaType } from './media-type.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('sniffMediaType', () => {
  it.each([
    ['<!DOCTYPE html><p>', 'text/html'],
    ['  \n<html lang=en>', 'text/html'],
    ['<!-- hi --><div>x', 'text/html'],
    ['\xef\xbb\xbf<!doctype html>', 'text/html'],
    ['<?xml version="1.0"?><rss>', 'application/xml'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', 'application/xhtml+xml'],
    ['<rss version="2.0">', 'application/xml'],
    ['<svg xmlns="x">', 'image/svg+xml'],
    ['{"a": 1}', 'application/json'],
    ['[1, 2]', 'application/json'],
    ['[]', 'application/json'],
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['PK\x03\x04', 'application/zip'],
    ['\x1f\x8b\x08', 'application/gzip'],
    ['\x00\x01\x02\x03', 'application/octet-stream'],
    ['Hello world', 'text/plain'],
    ['BMW is a car', 'text/plain'],
    ['[see the note below]', 'text/plain'],
    ['\xff\xfe<\x00h\x00t\x00m\x00l\x00>\x00', 'text/html'],
  ])('tells %j by its bytes', (start, expected) => {
    expect(sniffMediaType(latin1(start))).toBe(expected);
    expect(sniffMediaType(latin1(start), 'application/octet-stream')).toBe(expected);
  });

  it.each([
    ['text/html; charset=utf-8', '{"a":1}', 'text/html'],
    ['TEXT/HTML', '%PDF-1.7 is how a PDF starts', 'text/html'],
    ['application/json', '<p>', 'application/json'],
    ['image/jpg', '\xff\xd8\xff', 'image/jpeg'],
    ['application/rss+xml', '<rss>', 'application/rss+xml'],
    ['text/html', '\x89PNG\r\n\x1a\n\x00\x00', 'image/png'],
    ['text/html', '%PDF-1.4\n\x00\x01', 'application/pdf'],
    ['text/plain', '<html>', 'text/plain'],
    ['text/plain', '%PDF-1.4', 'application/pdf'],
    ['text/plain', '\x00\x01\x02', 'application/octet-stream'],
    ['text/plain, text/html', '<html>', 'text/html'],
    ['nonsense', '<html>', 'text/html'],
    ['', '<html>', 'text/html'],
  ])('weighs %j with %j', (header, start, expected) => {
    expect(sniffMediaType(latin1(start), header)).toBe(expected);
  });

  it('calls an empty body what it was called', () => {
    expect(sniffMediaType(latin1(''), 'application/octet-stream')).toBe('application/octet-stream');
    expect(sniffMediaType(latin1(''))).toBe('text/plain');
  });
});

describe('documentKind', () => {
  it.each([
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/xml', 'xml'],
    ['application/atom+xml', 'xml'],
    ['image/svg+xml', 'xml'],
    ['application/json', 'json'],
    ['application/ld+json', 'json'],
    ['text/plain', 'text'],
    ['text/csv', 'text'],
    ['application/javascript', 'text'],
    ['application/pdf', 'binary'],
    ['image/png', 'binary'],
    ['application/octet-stream', 'binary'],
  ])('puts %s with %s', (mediaType, kind) => {
    expect(documentKind(mediaType)).toBe(kind);
  });
});
