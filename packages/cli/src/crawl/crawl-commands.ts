import { Option, type Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { CRAWL_PATH } from '../batch/batch-api.js';
import { runWithFleet } from '../batch/batch-context.js';
import {
  addJobOptions,
  addRowOptions,
  addWebhookOptions,
  judgeFollow,
  judgeRows,
  judgeWebhook,
  toOutput,
} from '../batch/job-options.js';
import { addJobCommands } from '../batch/job-subcommands.js';
import { readParams } from '../params-option.js';
import { toCrawlBody, type CrawlOptions } from './crawl-body.js';
import { startCrawl } from './start-crawl.js';
import { readCount, readPatterns } from '../option-readers.js';

interface StartOptions extends CrawlOptions {
  readonly new?: true;
}

const addScope = (command: Command): Command =>
  command
    .option('--limit <n>', 'most addresses to fetch (default: 1,000)', readCount)
    .option('--max-depth <n>', 'most links between the URL and a page (default: 10)', readCount)
    .option('--include <pattern>', 'only paths such as /docs/*; may be repeated', readPatterns)
    .option('--exclude <pattern>', 'no paths such as /blog/*; may be repeated', readPatterns)
    .option('--crawl-entire-domain', 'all paths of the host, not only those below the folder of the URL')
    .option('--include-subdomains', 'all hosts of the registrable domain')
    .option('--allow-external', 'links to other sites too')
    .addOption(
      new Option('--sitemap <mode>', 'sitemaps of the site (default: include)').choices(['include', 'only', 'skip']),
    )
    .option('--ignore-query-parameters', 'addresses that differ in their query alone are one');

const addPace = (command: Command): Command =>
  command
    .option('--max-credits <n>', 'most credits that it holds and is charged, together', readCount)
    .option('--max-concurrency <n>', 'most pages at once (default: 8)', readCount)
    .option('--delay <ms>', 'least time between two pages of a host, one page at a time', readCount)
    .addOption(
      new Option('--robots <mode>', "the site's robots.txt (default: obey); ignore: as the deployment is set").choices([
        'obey',
        'ignore',
      ]),
    );

const addPages = (command: Command): Command =>
  command
    .option('--markdown', 'pages as markdown')
    .option('--text', 'pages as plain text')
    .option('--html', 'pages as HTML')
    .option('--main-content', 'only the main content of pages')
    .option('--js', 'render pages in a browser')
    .option('--no-js', 'never render (default: render pages that need it)')
    .option(
      '--params <json>',
      'further parameters, as a JSON object, such as {"scrape": {...}}; options win',
      readParams,
    );

const HELP = `
Pages cost what the same calls of scrape/web cost; failed ones and duplicates are free. While it runs, the highest
possible price of the pages that are next is held: with --no-js 1 credit each.`;

const addStart = (command: Command, host: CommandHost): void => {
  command.argument('<url>', 'absolute http or https URL of the page to begin with');
  addPages(addPace(addScope(command)));
  addWebhookOptions(command)
    .option('--follow', 'follow it until it ends')
    .option('--new', 'another crawl, even if the same one was started within 24 hours');
  addJobOptions(addRowOptions(command))
    .addHelpText('after', HELP)
    .action(async (url: string, options: StartOptions) => {
      const wrong = judgeWebhook(options) ?? judgeRows(options) ?? judgeFollow(options);
      if (wrong) return host.finish(wrong);
      return runWithFleet(host, options, (context) =>
        startCrawl(context, {
          body: toCrawlBody(url, options),
          isFollowed: options.follow === true,
          isNew: options.new === true,
          output: toOutput(options),
        }),
      );
    });
};

/** `crawl <url>` starts a crawl; the commands below it are for those that were started. */
export const addCrawlCommands = (program: Command, host: CommandHost): void => {
  const crawl = program
    .command('crawl')
    .description('every page of a site as one job: start, follow, read, cancel')
    // Else options of a command below would be taken for those of the start.
    .enablePositionalOptions();
  addStart(crawl, host);
  addJobCommands({
    parent: crawl,
    host,
    addPlace: (command) => command,
    likelyPath: () => CRAWL_PATH,
    cancel: ['cancel', 'stop'],
  });
};
