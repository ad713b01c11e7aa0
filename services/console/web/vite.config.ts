import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classicPicker } from './build/classic-picker.js';
import { firstLoadBudget } from './build/first-load-budget.js';
import { layerOrder } from './build/layer-order.js';
import { themeScript } from './build/theme-script.js';
import { mockConsole } from './dev/mock-console.js';

const WEB = path.dirname(fileURLToPath(import.meta.url));
/** Longest first load of the app: entry, what it imports and their styles, compressed. */
const FIRST_LOAD_MAX_BYTES = 200_000;
const CONSOLE = 'http://127.0.0.1:3001';
/** What few pages use, and so is no part of the files that every page loads. */
const RARE = /\/(?:croner|uplot|react-virtual|virtual-core)\/|\/ui\/virtual-rows/;
const isCommon = (folder: RegExp) => (id: string) => folder.test(id) && !RARE.test(id);
/** What most pages use, in few files. */
const SHARED_CHUNKS = [
  { name: 'vendor', test: isCommon(/\/node_modules\//) },
  { name: 'ui', test: isCommon(/\/src\/(?:api|format|parts|ui)\//) },
];

/**
 * Builds the console's web app into `dist/console-web` of the project. Everything is served from files under `assets`, so a
 * content security policy without inline code holds. `--mode mock` serves invented data instead of a console.
 */
export default defineConfig(({ mode }) => ({
  root: WEB,
  build: {
    outDir: path.resolve(WEB, '../../../dist/console-web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    rollupOptions: {
      input: { app: path.join(WEB, 'index.html'), picker: path.join(WEB, 'src/picker/picker.ts') },
      output: { codeSplitting: { groups: SHARED_CHUNKS } },
    },
  },
  plugins: [
    react(),
    layerOrder(),
    themeScript(),
    classicPicker(),
    firstLoadBudget(FIRST_LOAD_MAX_BYTES),
    ...(mode === 'mock' ? [mockConsole()] : []),
  ],
  server: { host: '127.0.0.1', port: 5173, proxy: mode === 'mock' ? {} : { '/api': CONSOLE } },
}));
