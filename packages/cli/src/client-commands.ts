import type { Command } from 'commander';
import { addBatchCommands } from './batch/batch-commands.js';
import type { CommandHost } from './command-host.js';
import { addCrawlCommands } from './crawl/crawl-commands.js';
import { addCompletionCommands } from './completion/completion-commands.js';
import { addMapCommand } from './fleet/map-command.js';
import { addOperationCommands } from './fleet/operation-commands.js';
import { addScrapeCommand } from './fleet/scrape-command.js';
import { addProfileCommands } from './profiles/profile-commands.js';
import type { Example } from './program.js';
import { addRequestsCommands } from './requests/requests-commands.js';
import { addScheduleCommands } from './schedules/schedule-commands.js';
import { addSessionCommands } from './sessions/session-commands.js';
import { addUsageCommand } from './usage/usage-command.js';
import { addWebhookCommands } from './webhooks/webhook-commands.js';

/** Examples of the commands that only call a deployment. */
export const CLIENT_EXAMPLES: readonly Example[] = [
  ['scrape https://example.com', 'a page as markdown'],
  ["enginea/serp --q 'coffee machine'", 'a search'],
  ['batch submit urls.txt --follow', 'many pages, with progress'],
  ['crawl https://example.com --limit 50', 'every page of a site'],
  ['map https://example.com', 'the addresses of a site'],
  ['requests list', 'what was called, and how it ended'],
];

/** The commands of everyone who calls a deployment, wherever it runs. `addOthers`: listed before the operations. */
export const addClientCommands = (program: Command, host: CommandHost, addOthers: (program: Command) => void): void => {
  addScrapeCommand(program, host);
  addBatchCommands(program, host);
  addCrawlCommands(program, host);
  addMapCommand(program, host);
  addScheduleCommands(program, host);
  addRequestsCommands(program, host);
  addSessionCommands(program, host);
  addUsageCommand(program, host);
  addWebhookCommands(program, host);
  addProfileCommands(program, host);
  addOthers(program);
  addCompletionCommands(program, host);
  addOperationCommands(program, host);
};
