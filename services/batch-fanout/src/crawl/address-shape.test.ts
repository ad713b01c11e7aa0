import { expect, it } from '@jest/globals';
import { shapeOf } from './address-shape.js';

it.each([
  ['/calendar/2026/03', 'site.example/calendar/{date}?'],
  ['/calendar/2026-03-14', 'site.example/calendar/{date}?'],
  ['/calendar?month=2026-03', 'site.example/calendar?month'],
  ['/2026/03/14/stone', 'site.example/{date}/stone?'],
  ['/list?color=red&size=m', 'site.example/list?color&size'],
  ['/list?size=l&color=blue&color=red', 'site.example/list?color&size'],
  ['/list?page=7', undefined],
  ['/parts/20261', undefined],
  ['/', undefined],
])('the shape of %s is %s', (path, shape) => expect(shapeOf(`https://site.example${path}`)).toBe(shape));
