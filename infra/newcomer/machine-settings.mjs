import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../local/host/environment.mjs';

/** Variables and files by which this machine reaches registries: addresses, certificates, settings of the clients. */
const FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/pip.conf',
  '/etc/maven/settings.xml',
  '/usr/local/share/ca-certificates',
];
const HOME_FILES = ['.npmrc', '.m2/settings.xml', '.config/pip/pip.conf'];
const APT_SETTINGS = '/etc/apt/apt.conf.d';
const ABOUT_FETCHING = /\bAcquire::|^\s*Acquire\b/m;
const VARIABLES =
  /^(https?_proxy|no_proxy|all_proxy|pip_.*|npm_config_.*|node_extra_ca_certs|ssl_cert_(file|dir)|curl_ca_bundle|requests_ca_bundle|git_ssl_cainfo)$/i;

/** The variables by which registries are reached; a newcomer gets no others from this machine. */
export const networkVariables = (env) =>
  Object.fromEntries(Object.entries(cleanEnvironment(env)).filter(([name]) => VARIABLES.test(name)));

const aptFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((name) => path.join(folder, name))
        .filter((file) => ABOUT_FETCHING.test(readFileSync(file, 'utf8')))
    : [];

/** Copies those files into a root. */
export const copyMachineSettings = ({ root, home, aptFolder = APT_SETTINGS, files = FILES }) => {
  const copy = (from, to) => {
    if (!existsSync(from)) return;
    mkdirSync(path.join(root, path.dirname(to)), { recursive: true });
    cpSync(from, path.join(root, to), { recursive: true, dereference: true });
  };
  for (const file of [...files, ...aptFiles(aptFolder)]) copy(file, file);
  for (const name of HOME_FILES) copy(path.join(home, name), path.join('/root', name));
};
