import { afterEach, expect, it } from '@jest/globals';
import { currentToasts, dismissToast, showToast, subscribeToToasts } from './toast-store.js';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

it('keeps the last three, in order, and tells its listeners', () => {
  let told = 0;
  const unsubscribe = subscribeToToasts(() => (told += 1));
  for (const title of ['a', 'b', 'c', 'd']) showToast({ title });
  expect(currentToasts().map(({ title }) => title)).toEqual(['b', 'c', 'd']);
  expect(told).toBe(4);
  unsubscribe();
  showToast({ title: 'e', tone: 'danger' });
  expect([told, currentToasts().at(-1)?.tone]).toEqual([4, 'danger']);
});

it('removes only the one that is dismissed', () => {
  showToast({ title: 'a' });
  showToast({ title: 'b' });
  dismissToast(currentToasts()[0]?.id ?? 0);
  expect(currentToasts().map(({ title }) => title)).toEqual(['b']);
});
