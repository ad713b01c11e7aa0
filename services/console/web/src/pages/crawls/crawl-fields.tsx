import type { ReactNode } from 'react';
import { countSet } from '../../forms/draft.js';
import type { FormField } from '../../forms/form-field.js';
import { FormSection } from '../../forms/form-section.js';
import { sectionsOf } from '../../forms/form-sections.js';
import { OperationFields } from '../../forms/operation-fields.js';
import { countFaults, type PlacedFaults } from '../../forms/place-faults.js';
import type { useOperationForm } from '../playground/form/use-operation-form.js';
import { Notice } from '../../ui/page/notice.js';
import styles from './crawl-fields.module.css';

/** What most crawls set. */
const COMMON = ['url', 'limit', 'maxDepth', 'maxCredits', 'include', 'exclude'];
const PAGES = 'scrape';

export interface CrawlFieldsProps {
  readonly form: Pick<ReturnType<typeof useOperationForm>, 'fields' | 'draft' | 'change' | 'leave'>;
  readonly placed: PlacedFaults;
}

/** The parameters of a crawl: where it goes and how far, then what is done with every page. */
export function CrawlFields({ form, placed }: CrawlFieldsProps) {
  const { fields, draft } = form;
  const pages = fields.find(({ name }) => name === PAGES);
  const own = sectionsOf(fields.filter((field) => field !== pages));
  const all = [...own.common, ...own.more];
  const common = COMMON.flatMap((name) => all.filter((field) => field.name === name));
  const rest = all.filter((field) => !common.includes(field));
  const ofPages = sectionsOf(pages?.kind === 'group' ? pages.fields : []);
  const shared = {
    ...{ draft, onChange: form.change, onLeave: form.leave },
    faultsOf: (path: string): readonly string[] => placed.byPath.get(path) ?? [],
  };
  const section = (title: string, part: readonly FormField[]): ReactNode =>
    part.length > 0 && (
      <FormSection title={title} setCount={countSet(part, draft)} faultCount={countFaults(part, placed)}>
        <OperationFields fields={part} {...shared} />
      </FormSection>
    );
  return (
    <div className={styles['fields']}>
      {placed.others.length > 0 && <Notice tone="danger">{placed.others.join(' ')}</Notice>}
      <OperationFields fields={common} {...shared} />
      <div>
        {section(`Where it goes, and how fast (${rest.length})`, rest)}
        {section('When it ends', own.call)}
      </div>
      <fieldset className={styles['pages']}>
        <legend>Every page</legend>
        <p className="muted">What is done with each page: the parameters of scrape/web.</p>
        <OperationFields fields={ofPages.common} {...shared} />
        <div>
          {section(`More for every page (${ofPages.more.length + ofPages.call.length})`, [
            ...ofPages.more,
            ...ofPages.call,
          ])}
        </div>
      </fieldset>
    </div>
  );
}
