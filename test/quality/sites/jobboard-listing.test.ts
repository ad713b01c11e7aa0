import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { dueMs } from '../due-time.js';
import { judgeFigures, type Figure } from '../gate.js';
import { readLabels } from '../labels.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const FIELDS = ['jobKey', 'title', 'company', 'location'] as const;

type Shown = Readonly<Record<(typeof FIELDS)[number], string>>;

interface Labels {
  /** Cards as Chromium shows them, by page; salted hashes. */
  readonly pages: Readonly<Record<string, readonly Shown[]>>;
}

interface OldListing {
  readonly results: readonly { readonly title: string }[];
}

const { labels: LABELS, hash: hashOf } = readLabels<Labels>('sites/labels/jobboard');

const jobsOf = (file: string): readonly Readonly<Record<string, unknown>>[] | string => {
  const reading = SITE_OPERATIONS.get('jobboard/listing')?.read(
    { keyword: 'k', location: 'l' },
    [{ step: 'listing', text: corpusPage(file).text, url: 'https://www.indeed.com/jobs?q=k&l=l' }],
    {},
  );
  if (reading?.outcome !== 'ok') return reading?.outcome ?? 'none';
  return reading.result['jobs'] as Readonly<Record<string, unknown>>[];
};

const fold = (text: unknown): string => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '');

const hash = (page: string, text: unknown): string => hashOf(page, fold(text));

const oldFiles = corpusFiles('indeed/old_search', (name) => name.endsWith('.html'));
const files = corpusFiles('indeed', (name) => name.endsWith('.html'));

const figure = (right: readonly boolean[]): Figure => ({
  value: right.filter(Boolean).length / Math.max(1, right.length),
  n: right.length,
  floor: 0.98,
});

describeCorpus('listings of jobs on captured pages', () => {
  it('come out as they are shown', () => {
    const figures: Record<string, Figure> = {};
    const pages = Object.entries(LABELS.pages).map(([page, shown]) => ({
      page,
      shown,
      jobs: jobsOf(`indeed/search/${page}`),
    }));
    figures['count'] = figure(pages.map(({ shown, jobs }) => jobs.length === shown.length));
    for (const field of FIELDS) {
      figures[field] = figure(
        pages.flatMap(({ page, shown, jobs }) =>
          shown.map((card, index) => typeof jobs !== 'string' && hash(page, jobs[index]?.[field]) === card[field]),
        ),
      );
    }
    figures['old titles'] = figure(
      oldFiles.flatMap((file) => {
        // safe because the captures have such files beside them
        const { results } = JSON.parse(corpusPage(file.replace(/html$/, 'expected.json')).text) as OldListing;
        const jobs = jobsOf(file);
        if (typeof jobs === 'string') return [false];
        return [
          jobs.length === results.length,
          ...results.map(({ title }, index) => fold(jobs[index]?.['title']) === fold(title)),
        ];
      }),
    );
    expect(judgeFigures('sites/jobboard-listing', files, figures)).toEqual([]);
  });

  it('are not made of the beginning of a page', () => {
    for (const file of files.filter((name) => name.includes('/truncated/'))) expect(jobsOf(file)).toBe('unrecognized');
  });

  it('are read in time', () => {
    const times = files.map((file) => {
      const { text } = corpusPage(file);
      const run = () => {
        const usedMs = watchProcessor();
        SITE_OPERATIONS.get('jobboard/listing')?.read(
          {},
          [{ step: 'listing', text, url: 'https://www.indeed.com/jobs' }],
          {},
        );
        return usedMs();
      };
      return Math.min(run(), run(), run(), run());
    });
    const sorted = times.toSorted((first, second) => first - second);
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    process.stdout.write(
      `quality jobboard-listing time: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`,
    );
    expect(median).toBeLessThan(dueMs(15));
    expect(worst).toBeLessThan(dueMs(80));
  });
});
