import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/** Replaces `@jest/globals` in a process of the native runner. */
const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

const bound = (target, names) => Object.fromEntries(names.map((name) => [name, target[name].bind(target)]));

export const jest = {
  ...bound(mocker, ['fn', 'spyOn', 'mocked', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks']),
  ...bound(timers, ['useFakeTimers', 'useRealTimers', 'setSystemTime', 'getRealSystemTime', 'now', 'getTimerCount']),
  ...bound(timers, ['runAllTimers', 'runOnlyPendingTimers', 'advanceTimersByTime', 'advanceTimersByTimeAsync']),
};

export const expect = jestExpect;
export const { describe, it, test, beforeAll, afterAll, beforeEach, afterEach } = circus;
