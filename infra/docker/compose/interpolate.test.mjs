import { describe, expect, it } from '@jest/globals';
import { interpolate, InterpolationError, interpolateTree } from './interpolate.mjs';

const VARIABLES = { A: 'a', EMPTY: '', PORT: '3000', lower_1: 'low' };
const fill = (text) => interpolate(text, VARIABLES);

describe('variables in a file of Compose', () => {
  it.each([
    ['$A', 'a'],
    ['${A}', 'a'],
    ['x$A-y', 'xa-y'],
    ['$lower_1', 'low'],
    ['$UNSET${UNSET}$EMPTY', ''],
    ['${A}:${PORT}', 'a:3000'],
  ])('%s is its value, or nothing', (text, value) => expect(fill(text)).toBe(value));

  it.each([
    ['${A:-b}', 'a'],
    ['${A-b}', 'a'],
    ['${UNSET:-b}', 'b'],
    ['${UNSET-b}', 'b'],
    ['${EMPTY:-b}', 'b'],
    ['${EMPTY-b}', ''],
    ['${UNSET:-}', ''],
    ['${UNSET:-x-y:-z}', 'x-y:-z'],
    ['${UNSET:-{"x":1}}', '{"x":1}'],
  ])('%s has a default', (text, value) => expect(fill(text)).toBe(value));

  it.each([
    ['${A:+r}', 'r'],
    ['${EMPTY:+r}', ''],
    ['${EMPTY+r}', 'r'],
    ['${UNSET+r}', ''],
  ])('%s has something in its place', (text, value) => expect(fill(text)).toBe(value));

  it.each([
    ['${UNSET:-$A}', 'a'],
    ['${UNSET:-${OTHER:-deep}}', 'deep'],
    ['${UNSET:-http://${A}:${PORT}/p}!', 'http://a:3000/p!'],
    ['${UNSET:-a$$b}', 'a$b'],
    ['${A:-${UNSET:?it is not asked for}}', 'a'],
    ['${UNSET:+${UNSET:?it is not asked for}}', ''],
  ])('%s is filled in within', (text, value) => expect(fill(text)).toBe(value));

  it.each([
    ['$$A', '$A'],
    ['$${A}', '${A}'],
    ['a$$$A', 'a$a'],
    ['costs 5$, or $5', 'costs 5$, or $5'],
  ])('%s has a dollar sign of its own', (text, value) => expect(fill(text)).toBe(value));

  it.each([
    ['${UNSET:?set it}', 'UNSET is missing: set it'],
    ['${EMPTY:?beside $A}', 'EMPTY is missing: beside a'],
    ['${UNSET?}', 'UNSET is missing'],
    ['${UNSET:-${OTHER:?inner}}', 'OTHER is missing: inner'],
    ['${A:+${UNSET:?inner}}', 'UNSET is missing: inner'],
    ['${A', '"${A" is no variable; a dollar sign that is meant as such is $$'],
    ['x ${5}', '"${5}" is no variable; a dollar sign that is meant as such is $$'],
    ['${A/b/c}', '"${A/b/c}" is no variable; a dollar sign that is meant as such is $$'],
    ['${A:-b', '"${A:-b" opens a brace that nothing closes'],
  ])('%s is refused', (text, message) => expect(() => fill(text)).toThrow(new InterpolationError(message)));

  it('${EMPTY?} is there', () => expect(fill('${EMPTY?no}')).toBe(''));

  it('are filled in in every text of a tree, and not in its keys', () => {
    const tree = { $A: ['$A', 1, null, { deep: '${PORT}', isOn: true }] };
    expect(interpolateTree(tree, VARIABLES)).toEqual({ $A: ['a', 1, null, { deep: '3000', isOn: true }] });
  });
});
