import { useMemo, type ReactNode } from 'react';
import { formatBytes } from '../../../format/format.js';
import { buttonClass } from '../../../ui/button.js';
import { CodeBlock } from '../../../ui/data/code-block.js';
import { DownloadIcon } from '../../../ui/icons.js';
import { Notice } from '../../../ui/page/notice.js';
import { Tabs, type TabItem } from '../../../ui/page/tabs.js';
import { MarkdownTabs } from '../markdown/markdown-tabs.js';
import { HeadersView } from './headers-view.js';
import { JsonTree } from './json-tree.js';
import { PictureView } from './picture-view.js';
import { responseParts } from './response-parts.js';
import { TablesView } from './tables-view.js';
import { describeWarning } from './describe-warning.js';
import styles from './response-view.module.css';

/** Longest source that is shown as text; the download has all of it. */
const SOURCE_MAX_CHARS = 400_000;

export interface ResponseViewProps {
  /** Parsed JSON of a success. */
  readonly body: unknown;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The stored page, in a way that fits the place. */
  readonly page?: ReactNode;
  /** Name for screen readers. */
  readonly label: string;
}

const cut = (text: string): string =>
  text.length <= SOURCE_MAX_CHARS ? text : `${text.slice(0, SOURCE_MAX_CHARS)}\n… ${formatBytes(text.length)} in all`;

/** A response in every way that it can be looked at. */
export function ResponseView({ body, headers = [], page, label }: ResponseViewProps) {
  const parts = useMemo(() => responseParts(body), [body]);
  const items: (TabItem | false)[] = [
    { value: 'json', label: 'JSON', content: <JsonTree label={label} value={body} /> },
    parts.tables.length > 0 && { value: 'table', label: 'Table', content: <TablesView tables={parts.tables} /> },
    parts.markdown !== undefined && {
      value: 'markdown',
      label: 'Markdown',
      content: <MarkdownTabs markdown={parts.markdown} />,
    },
    parts.text !== undefined && {
      value: 'text',
      label: 'Text',
      content: <CodeBlock title="text" code={cut(parts.text)} copyText={parts.text} isWrapped maxHeight="36rem" />,
    },
    page !== undefined && parts.hasPage && { value: 'page', label: 'Page', content: page },
    parts.picture !== undefined && {
      value: 'picture',
      label: 'Screenshot',
      content: <PictureView path={parts.picture} alt="Screenshot of the page" />,
    },
    headers.length > 0 && { value: 'headers', label: 'Headers', content: <HeadersView headers={headers} /> },
  ];
  return (
    <div className={styles['response']}>
      {parts.statusCode !== undefined && parts.statusCode >= 400 && (
        <Notice tone="warning" title={`The site responded with status ${parts.statusCode}`}>
          What you see is its error page, free of charge.
        </Notice>
      )}
      {parts.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {describeWarning(warning)}
        </Notice>
      ))}
      {parts.pdf !== undefined && (
        <div>
          <a className={buttonClass({ size: 'sm' })} href={parts.pdf} download>
            <DownloadIcon /> PDF of the page
          </a>
        </div>
      )}
      <Tabs label={`Views of ${label}`} items={items.filter((item) => item !== false)} />
    </div>
  );
}
