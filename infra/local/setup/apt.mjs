import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { cleanEnvironment } from '../host/environment.mjs';
import { findProgram } from '../host/programs.mjs';
import { runCommand } from '../host/run-command.mjs';

const APT_TIMEOUT_MS = 900_000;
/** Debian's packages run this before they start a service; 101 means no. */
const SERVICE_POLICY_FILE = '/usr/sbin/policy-rc.d';
const NO_SERVICES = '#!/bin/sh\nexit 101\n';
const WAIT = ['-q', '-o', 'DPkg::Lock::Timeout=300'];

const aptOptions = (env) => ({
  env: { ...cleanEnvironment(env), DEBIAN_FRONTEND: 'noninteractive' },
  timeoutMs: APT_TIMEOUT_MS,
});

/** Updates the lists of packages; returns what `runCommand` does. */
export const aptUpdate = (env) => runCommand('apt-get', [...WAIT, 'update'], aptOptions(env));

/** Installs Debian packages without starting their services: the fleet starts its own. */
export const aptInstall = async (packages, env) => {
  const options = aptOptions(env);
  const isPolicyOurs = !existsSync(SERVICE_POLICY_FILE);
  if (isPolicyOurs) writeFileSync(SERVICE_POLICY_FILE, NO_SERVICES, { mode: 0o755 });
  try {
    const update = await aptUpdate(env);
    const install = await runCommand(
      'apt-get',
      [...WAIT, 'install', '-y', '--no-install-recommends', ...packages],
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
