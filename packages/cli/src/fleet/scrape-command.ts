import { InvalidArgumentError, Option, type Command } from 'commander';
import { OUTPUT_FORMATS, type OutputFormat } from '@quarry/contracts';
import type { Outcome } from '../outcome.js';
import { toOutputFile } from '../output/presentation.js';
import { withValues } from '../completion/option-values.js';
import type { CommandHost } from '../command-host.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { failToFind } from './find-fleet.js';
import { addFleetOptions, type Fleet, type FleetOptions } from './fleet-options.js';
import { scrape } from './scrape.js';

interface ScrapeOptions extends FleetOptions {
  readonly format?: readonly OutputFormat[];
  readonly screenshot?: true | string;
  readonly links?: true;
  readonly emails?: true;
  readonly js?: boolean;
  readonly header?: Readonly<Record<string, string>>;
  readonly params?: ParamsOption;
  readonly json?: true;
  readonly output?: string;
}

const isFormat = (value: unknown): value is OutputFormat => OUTPUT_FORMATS.some((format) => format === value);

const readFormats = (value: string): OutputFormat[] => {
  const formats = [...new Set(value.split(',').map((format) => format.trim()))];
  const known = formats.filter(isFormat);
  if (known.length < formats.length) throw new InvalidArgumentError(`Choose from ${OUTPUT_FORMATS.join(', ')}.`);
  return known;
};

/** The formats that `--params` asks for; undefined if it leaves them out or the fleet would refuse them. */
const formatsOf = (params: ParamsOption = {}): readonly OutputFormat[] | undefined => {
  const formats = params['outputFormat'];
  return Array.isArray(formats) && formats.length > 0 && formats.every(isFormat) ? formats : undefined;
};

const readHeader = (value: string, before: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const colon = value.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('Must have the format name:value.');
  return { ...before, [value.slice(0, colon).trim()]: value.slice(colon + 1).trim() };
};

const runScrape = (url: string, options: ScrapeOptions, { baseUrl, apiKey }: Fleet): Promise<Outcome> =>
  scrape({
    url,
    baseUrl,
    apiKey,
    params: options.params ?? {},
    formats: options.format ?? formatsOf(options.params) ?? ['markdown'],
    isFormatGiven: options.format !== undefined,
    screenshot: options.screenshot ?? false,
    hasLinks: options.links === true,
    hasEmails: options.emails === true,
    isRendered: options.js,
    headers: options.header ?? {},
    isJson: options.json === true,
  });

export const addScrapeCommand = (program: Command, host: CommandHost): void => {
  const command = program
    .command('scrape')
    .description('scrape a page and print its content')
    .argument('<url>', 'absolute http or https URL of the page')
    .addOption(
      withValues(
        new Option('-f, --format <list>', `${OUTPUT_FORMATS.join(', ')}; comma-separated (default: markdown)`),
        OUTPUT_FORMATS,
      ).argParser(readFormats),
    )
    .option('--screenshot [file]', 'take a screenshot; save it to the file, or print its URL')
    .option('--links', 'list the links of the page')
    .option('--emails', 'list the email addresses of the page')
    .option('--js', 'render in a browser')
    .option('--no-js', 'never render (default: render if the page needs it)')
    .option('-H, --header <name:value>', 'request header for the page; may be repeated', readHeader);
  addFleetOptions(command)
    .option('--params <json>', 'further parameters of scrape/web, as a JSON object; options win', readParams)
    .option('--json', 'print the whole response as JSON')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', `\nAll parameters of a page: ${host.command} scrape/web --help`)
    .action(async (url: string, options: ScrapeOptions) => {
      const { output } = options;
      const toFile = output === undefined ? {} : { output };
      const found = await host.findFleet(options);
      if (!found.ok) return host.finish(failToFind(found));
      return host.finish(await toOutputFile(await runScrape(url, options, found.fleet), toFile));
    });
};
