const CONTRACTS = new URL('../../../contracts/src/', import.meta.url).href;

/**
 * An `--import` for threads and processes that run from the TypeScript sources (tests): Node strips the types by
 * itself, and this hook sends the sources' `.js` imports, and those of parts of the contracts, to the `.ts` files. So
 * nothing there runs a stale build.
 */
export const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
const sourceOf = (specifier) =>
  /^\\.{1,2}\\/.*\\.js$/.test(specifier)
    ? specifier.slice(0, -3) + '.ts'
    : specifier.replace(/^@quarry\\/contracts\\/(.+)$/, '${CONTRACTS}$1.ts');
registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? sourceOf(specifier) : specifier, context),
});`)}`;
