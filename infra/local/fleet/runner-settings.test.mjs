import { describe, expect, it } from '@jest/globals';
import { consolesOf, gatewaysOf, runnerProblems, wantedPorts } from './runner-settings.mjs';

describe('the settings of the runner', () => {
  it('are judged all at once', () => {
    const wrong = { PORT: 'http', CONSOLE_PORT: '1.5', RESTART_DELAY_MAX_MS: 'soon', HEALTH_CHECK_MS: '1e3' };
    expect(runnerProblems(wrong)).toEqual([
      'PORT is "http"; write a number from 0 (any free port) to 65535',
      'CONSOLE_PORT is "1.5"; write a number from 0 (any free port) to 65535',
      'RESTART_DELAY_MAX_MS is "soon"; write milliseconds',
      'HEALTH_CHECK_MS is "1e3"; write milliseconds',
    ]);
  });

  it.each(['-1', '65536', '1.5'])('refuse the port %s', (port) =>
    expect(runnerProblems({ PORT: port })).toEqual([expect.stringContaining(`PORT is "${port}"`)]),
  );

  it('leave room for every gateway', () => {
    expect(runnerProblems({ PORT: '65534' }, 3)).toEqual([
      'PORT is 65534 and 3 gateways need ports up to 65536; choose a lower one',
    ]);
    expect(runnerProblems({ PORT: '65534' }, 2)).toEqual([]);
    expect(runnerProblems({ CONSOLE_PORT: '65535' }, 1, 2)).toEqual([
      'CONSOLE_PORT is 65535 and 2 consoles need ports up to 65536; choose a lower one',
    ]);
  });

  it('name the ports that are wanted', () => {
    expect(wantedPorts({}, 2)).toEqual([3_000, 3_001]);
    expect(wantedPorts({ PORT: '0' }, 2)).toBeUndefined();
    expect([gatewaysOf({ gateway: 3 }), gatewaysOf({ gateway: 0 }), gatewaysOf({}, ['serp'])]).toEqual([3, 1, 1]);
    expect([consolesOf({ gateway: 3 }), consolesOf({ console: 2 })]).toEqual([1, 2]);
  });
});
