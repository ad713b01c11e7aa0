import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { findProgram } from '../../infra/local/host/programs.mjs';

export const OVERLAYS = ['local', 'production'];
export const KUBECTL = findProgram({ names: ['kubectl'], env: process.env });

/** An overlay as `kubectl apply -k` would send it, as text. */
export const renderText = (overlay) =>
  execFileSync(KUBECTL, ['kustomize', fileURLToPath(new URL(`../overlays/${overlay}`, import.meta.url))], {
    encoding: 'utf8',
  });

/** The same as objects. */
export const render = (overlay) => parseAllDocuments(renderText(overlay)).map((document) => document.toJS());

const WORKLOADS = new Set(['Deployment', 'StatefulSet']);

export const workloadsOf = (objects) => objects.filter(({ kind }) => WORKLOADS.has(kind));
