import { useState, type DragEvent } from 'react';
import { formatBytes, formatCount } from '../../../format/format.js';
import { classNames } from '../../../ui/class-names.js';
import { Field } from '../../../ui/form/field.js';
import { CrossIcon } from '../../../ui/icons.js';
import { IconButton } from '../../../ui/icon-button.js';
import { TextArea } from '../../../ui/form/input.js';
import { Notice } from '../../../ui/page/notice.js';
import { SourceHead } from './source-head.js';
import styles from './source-panel.module.css';
import type { BatchDraft } from './use-batch-draft.js';

/** Largest body of a submission, as the API has it. */
const FILE_MAX_BYTES = 32_000_000;
/** Longer texts are held, but not put into a text area, which would be slow. */
const SHOWN_MAX_CHARS = 200_000;

/** Where the requests of a batch come from: pasted text, or a file. */
export function SourcePanel({ draft }: { readonly draft: BatchDraft }) {
  const { source, take, mainField, items } = draft;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isOver, setOver] = useState(false);

  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > FILE_MAX_BYTES) {
      return setProblem(
        `${file.name} has ${formatBytes(file.size)}; a batch may have ${formatBytes(FILE_MAX_BYTES)}. Split it.`,
      );
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      setProblem(undefined);
      take({ text, fileName: file.name });
    } catch {
      setProblem(`${file.name} is not text in UTF-8. Save it as CSV or text in UTF-8.`);
    }
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  const isLong = source.text.length > SHOWN_MAX_CHARS;

  return (
    <div
      className={classNames(styles['source'], isOver && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <SourceHead draft={draft} read={read} />
      {problem !== undefined && (
        <Notice tone="danger" isAnnounced>
          {problem}
        </Notice>
      )}
      {source.fileName !== undefined && (
        <p className={styles['file']}>
          <strong>{source.fileName}</strong>
          <span className="muted">
            {formatBytes(new Blob([source.text]).size)}, {formatCount(items.length)} requests
          </span>
          <IconButton label="Remove the file" icon={<CrossIcon />} size="sm" onClick={() => take({ text: '' })} />
        </p>
      )}
      {isLong ? (
        <p className="muted">The text is too long to edit here.</p>
      ) : (
        <Field label={source.fileName === undefined ? 'Or paste' : 'Content'} isLabelHidden={false}>
          <TextArea
            isMono
            rows={8}
            spellCheck={false}
            autoCapitalize="off"
            className={styles['text']}
            placeholder={
              mainField === 'url'
                ? 'https://example.com/one\nhttps://example.com/two'
                : 'espresso machine\ncoffee grinder'
            }
            value={source.text}
            onChange={({ target }) => take({ text: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
