import { buildOpenApi, type BatchRoute, type Operation } from '@quarry/contracts';
import { batchText } from './batch-text.js';
import { codeExamples } from './code-examples.js';
import { grammarTexts } from './grammar-text.js';
import { accountText, guideText, type GuideInput } from './guide-text.js';
import { crawlText } from './crawl-text.js';
import { scheduleText } from './schedule-text.js';
import { sessionText } from './session-text.js';
import { webhookText } from './webhook-text.js';

export interface ReferenceInput extends GuideInput {
  readonly batchRoutes: readonly BatchRoute[];
}

interface Tag {
  readonly name: string;
  readonly 'x-displayName': string;
  readonly description: string;
}

interface Described {
  readonly description?: string;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** The heading of a tag: of the target that its operations scrape, or of pages. */
const familyTag = (name: string, [first]: readonly Operation[]): Tag => ({
  name,
  'x-displayName': first?.target === undefined ? 'Pages' : name,
  description: first?.target === undefined ? 'Any page, named by its URL.' : `Data of ${first.target.title}.`,
});

const tagsOf = ({ operations, batchRoutes, baseUrl, filesUrl }: ReferenceInput): readonly Tag[] => {
  const families = Map.groupBy(operations, ({ id }) => id.split('/', 1)[0] ?? id);
  return [
    ...[...families].map(([name, members]) => familyTag(name, members)),
    { name: 'batch', 'x-displayName': 'Batches', description: batchText(batchRoutes, { baseUrl, filesUrl }) },
    { name: 'crawl', 'x-displayName': 'Crawls', description: crawlText() },
    { name: 'schedules', 'x-displayName': 'Schedules', description: scheduleText() },
    { name: 'sessions', 'x-displayName': 'Sessions', description: sessionText() },
    { name: 'webhooks', 'x-displayName': 'Webhooks', description: webhookText(baseUrl) },
    { name: 'account', 'x-displayName': 'Account and files', description: accountText(filesUrl) },
    { name: 'service', 'x-displayName': 'Service', description: 'Health, and this documentation. Need no key.' },
  ];
};

const withExamples = (operation: Operation, { description, ...rest }: Described, baseUrl: string): Described => ({
  ...rest,
  description: [description, ...grammarTexts(operation)].join('\n\n'),
  ...{
    'x-codeSamples': codeExamples(operation, baseUrl).map(({ language, code }) => ({
      lang: language === 'curl' ? 'Shell' : language,
      label: language,
      source: code,
    })),
  },
});

/** The OpenAPI document with everything that a reader wants beside it: guides, grammars, examples in each language. */
export const openApiDocument = (input: ReferenceInput): Record<string, unknown> => {
  const { operations, baseUrl } = input;
  const { info, paths, ...rest } = buildOpenApi({ baseUrl }) as { info: object; paths: Paths };
  const examples = operations.flatMap((operation) => {
    const method = operation.method.toLowerCase();
    const described = paths[operation.path]?.[method];
    return described ? [[operation.path, { [method]: withExamples(operation, described, baseUrl) }] as const] : [];
  });
  return {
    ...rest,
    info: { ...info, description: guideText(input) },
    tags: tagsOf(input),
    paths: { ...paths, ...Object.fromEntries(examples) },
  };
};
