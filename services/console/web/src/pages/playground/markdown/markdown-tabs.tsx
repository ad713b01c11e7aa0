import { useState } from 'react';
import { CodeBlock } from '../../../ui/data/code-block.js';
import { Segmented } from '../../../ui/form/segmented.js';
import { MarkdownView } from './markdown-view.js';
import styles from './markdown-tabs.module.css';

const SOURCE_MAX_CHARS = 400_000;

/** Markdown as it reads, or as it is written. */
export function MarkdownTabs({ markdown }: { readonly markdown: string }) {
  const [form, setForm] = useState<'rendered' | 'source'>('rendered');
  return (
    <div className={styles['tabs']}>
      <Segmented
        label="Form of the markdown"
        value={form}
        onChange={setForm}
        options={[
          { value: 'rendered', label: 'Rendered' },
          { value: 'source', label: 'Source' },
        ]}
        className={styles['choice']}
      />
      {form === 'rendered' ? (
        <MarkdownView markdown={markdown} />
      ) : (
        <CodeBlock
          title="markdown"
          code={markdown.slice(0, SOURCE_MAX_CHARS)}
          copyText={markdown}
          isWrapped
          maxHeight="40rem"
        />
      )}
    </div>
  );
}
