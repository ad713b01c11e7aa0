import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { cleanEnvironment } from './environment.mjs';
import { findProgram } from './programs.mjs';
import { runCommand } from './run-command.mjs';

const APT_TIMEOUT_MS = 900_000;
/** Asked by Debian's packages before they start a service; 101 is "no". */
const SERVICE_POLICY_FILE = '/usr/sbin/policy-rc.d';
const NO_SERVICES = '#!/bin/sh\nexit 101\n';

/** Installs Debian packages without starting the services that come with them: the fleet brings its own. */
export const aptInstall = async (packages, env) => {
  const aptEnv = { ...cleanEnvironment(env), DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env: aptEnv, timeoutMs: APT_TIMEOUT_MS };
  const wait = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const isPolicyOurs = !existsSync(SERVICE_POLICY_FILE);
  if (isPolicyOurs) writeFileSync(SERVICE_POLICY_FILE, NO_SERVICES, { mode: 0o755 });
  try {
    const update = await runCommand('apt-get', [...wait, 'update'], options);
    const install = await runCommand(
      'apt-get',
      [...wait, 'install', '-y', '--no-install-recommends', ...packages],
      options,
    );
    const isRedisNew = install.code === 0 && packages.includes('redis-server');
    if (isRedisNew && findProgram({ names: ['systemctl'], env })) {
      await runCommand('systemctl', ['disable', 'redis-server'], options);
    }
    return { code: install.code, output: install.code === 0 ? '' : `${update.output}\n${install.output}` };
  } finally {
    if (isPolicyOurs) rmSync(SERVICE_POLICY_FILE, { force: true });
  }
};

/** Whether this user may install Debian packages here. */
export const canApt = (env) => process.getuid?.() === 0 && findProgram({ names: ['apt-get'], env }) !== undefined;
