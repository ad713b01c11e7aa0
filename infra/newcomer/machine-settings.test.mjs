import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMachineSettings, networkVariables } from './machine-settings.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-newcomer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name, text) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

it('a newcomer gets only the variables by which registries are reached', () => {
  const network = {
    https_proxy: 'http://proxy.example:3128',
    NO_PROXY: 'localhost',
    PIP_INDEX_URL: 'https://pypi.example/simple',
    npm_config_registry: 'https://registry.example',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/own.crt',
  };
  const other = { PATH: '/bin', npm_config_loglevel: 'silent', NODE_OPTIONS: '--inspect', REDIS_URL: 'redis://a' };
  expect(networkVariables({ ...network, ...other })).toEqual(network);
});

describe("the machine's settings", () => {
  it('are copied to the places of a newcomer who is root', () => {
    const file = put('machine/etc/pip.conf', '[global]');
    put('home/.npmrc', 'registry=https://registry.example');
    put('home/.ssh/key', 'not theirs');
    const root = path.join(folder, 'root');
    copyMachineSettings({ root, home: path.join(folder, 'home'), aptFolder: path.join(folder, 'none'), files: [file] });
    expect(readFileSync(path.join(root, file), 'utf8')).toBe('[global]');
    expect(readFileSync(path.join(root, 'root/.npmrc'), 'utf8')).toContain('registry.example');
    expect(existsSync(path.join(root, 'root/.ssh'))).toBe(false);
  });

  it("leave out what apt's settings say of anything but fetching", () => {
    const aptFolder = path.join(folder, 'apt');
    const fetching = put('apt/proxy', 'Acquire::http::Proxy "http://proxy.example:3128";');
    const hook = put('apt/hook', 'DPkg::Post-Invoke { "a program that a newcomer has not"; };');
    const root = path.join(folder, 'root');
    copyMachineSettings({ root, home: folder, aptFolder, files: [] });
    expect(existsSync(path.join(root, fetching))).toBe(true);
    expect(existsSync(path.join(root, hook))).toBe(false);
  });
});
