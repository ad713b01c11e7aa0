/**
 * An `--import` for threads and processes that run from the TypeScript sources (tests): Node strips the types by
 * itself, and this hook sends the sources' `.js` imports to the `.ts` files beside them. So nothing there runs a stale build.
 */
export const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (specifier, context, next) =>
    context.parentURL?.endsWith('.ts') && /^\\.{1,2}\\/.*\\.js$/.test(specifier)
      ? next(specifier.slice(0, -3) + '.ts', context)
      : next(specifier, context),
});`)}`;
