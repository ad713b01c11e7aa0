import type { Command } from 'commander';
import type { CommandHost } from '../command-host.js';

interface ParseOptions {
  readonly url?: string;
  readonly params?: string;
}

export const addParseCommand = (program: Command, host: CommandHost): void => {
  program
    .command('parse')
    .description('parse a saved page offline as the workers do; prints one JSON document')
    .argument('<operation>', 'id or path of the operation, such as scrape/web')
    .argument('<file>', 'the saved page: html, or a JSON response')
    .option('--url <url>', 'URL the page was saved from')
    .option('--params <json>', 'parameters of the operation, as a JSON object')
    .action(async (operation: string, file: string, options: ParseOptions) => {
      // Loaded on use: the parsers are large, and no other command needs them.
      const { parseSavedPage } = await import('./parse-saved-page.js');
      host.finish(await parseSavedPage({ operation, file, url: options.url, paramsJson: options.params }));
    });
};
