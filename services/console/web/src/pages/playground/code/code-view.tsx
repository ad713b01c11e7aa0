import { useMemo, useState } from 'react';
import { useSession } from '../../../app/use-session.js';
import type { OperationView } from '../../../api/operations.js';
import type { FormField } from '../../../forms/form-field.js';
import { hasRemoved } from '../../../forms/removed.js';
import { CodeBlock } from '../../../ui/data/code-block.js';
import { Segmented } from '../../../ui/form/segmented.js';
import { Link } from '@tanstack/react-router';
import type { Snippet } from '../snippets/call-of.js';
import { snippetsOf } from '../snippets/snippets-of.js';
import styles from './code-view.module.css';

const LANGUAGES = (['curl', 'Python', 'TypeScript', 'CLI'] as const).map((value) => ({ value, label: value }));

export interface CodeViewProps {
  readonly operation: OperationView;
  readonly fields: readonly FormField[];
  readonly params: Readonly<Record<string, unknown>>;
}

/** The call of the form as code, ready to run where the key is in QUARRY_API_KEY. */
export function CodeView({ operation, fields, params }: CodeViewProps) {
  const { apiUrl } = useSession();
  const [language, setLanguage] = useState<Snippet['language']>('curl');
  const { id, method, path } = operation;
  const snippets = useMemo(
    () => snippetsOf({ operation: { id, method, path, fields }, params, apiUrl }),
    [id, method, path, fields, params, apiUrl],
  );
  const code = snippets.find((snippet) => snippet.language === language)?.code ?? '';
  return (
    <div className={styles['code']}>
      <Segmented
        label="Language"
        options={LANGUAGES}
        value={language}
        onChange={setLanguage}
        className={styles['choice']}
      />
      <CodeBlock title={language} code={code} isWrapped maxHeight="34rem" />
      <p className={styles['note']}>
        It takes the key from <code>QUARRY_API_KEY</code>. <Link to="/settings/keys">Keys are under Settings.</Link>
        {hasRemoved(params) && ' Put the secrets in again where it says [removed].'}
      </p>
    </div>
  );
}
