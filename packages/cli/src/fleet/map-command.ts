import { Option, type Command } from 'commander';
import { z } from 'zod';
import { groupDigits } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { readCount } from '../option-readers.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { toOutputFile } from '../output/presentation.js';
import { toSafeLine } from '../output/text-width.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { sendCall } from './call-operation.js';
import { failToFind } from './find-fleet.js';
import { describeStranger } from './fleet-error.js';
import { addFleetOptions, type Fleet, type FleetOptions } from './fleet-options.js';

interface MapOptions extends FleetOptions {
  readonly search?: string;
  readonly limit?: number;
  /** False: without them; commander says true where the option is missing. */
  readonly subdomains: boolean;
  readonly sitemap?: string;
  readonly params?: ParamsOption;
  readonly json?: true;
  readonly output?: string;
}

const mapSchema = z.looseObject({
  links: z.array(z.looseObject({ url: z.string() })),
  limitsHit: z.array(z.string()).optional(),
});

const bodyOf = (url: string, { search, limit, subdomains, sitemap, params }: MapOptions): string =>
  JSON.stringify({
    ...params,
    ...(search === undefined ? {} : { search }),
    ...(limit === undefined ? {} : { limit }),
    ...(subdomains ? {} : { includeSubdomains: false }),
    ...(sitemap === undefined ? {} : { sitemap }),
    url,
  });

/** Prints one address a line, the same everywhere. */
const map = async (fleet: Fleet, url: string, options: MapOptions): Promise<Outcome> => {
  const called = await sendCall(fleet, { method: 'POST', path: '/map/web', body: bodyOf(url, options) });
  if (!called.ok) return called.refuse(options.json === true);
  const parsed = mapSchema.safeParse(called.value);
  if (!parsed.success) return fail(describeStranger(fleet.baseUrl));
  const { links, limitsHit } = parsed.data;
  const count = `${groupDigits(links.length)} ${links.length === 1 ? 'address' : 'addresses'}`;
  const ended = limitsHit === undefined ? '' : `, more were left out by ${limitsHit.join(', ')}`;
  const note = `${count}${ended}; ${called.credits}`;
  if (options.json) return succeedWithJson(parsed.data, note);
  return succeed(links.map((link) => `${toSafeLine(link.url)}\n`).join(''), note);
};

export const addMapCommand = (program: Command, host: CommandHost): void => {
  const command = program
    .command('map')
    .description('list the addresses of a site, one a line')
    .argument('<url>', 'absolute http or https URL of a page of the site')
    .option('--search <words>', 'only addresses with one of these words in URL or title, those with most first')
    .option('--limit <n>', 'most addresses (default: 5,000)', readCount)
    .option('--no-subdomains', 'the host of the URL alone (default: all hosts of the registrable domain)')
    .addOption(
      new Option('--sitemap <mode>', 'sitemaps of the site (default: include)').choices(['include', 'only', 'skip']),
    );
  addFleetOptions(command)
    .option('--params <json>', 'further parameters of map/web, as a JSON object; options win', readParams)
    .option('--json', 'print the whole response as JSON')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', `\nAll parameters of a map: ${host.command} map/web --help`)
    .action(async (url: string, options: MapOptions) => {
      const { output } = options;
      const found = await host.findFleet(options);
      if (!found.ok) return host.finish(failToFind(found));
      return host.finish(
        await toOutputFile(await map(found.fleet, url, options), output === undefined ? {} : { output }),
      );
    });
};
