import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keysQuery } from '../../api/keys.js';
import { useIsAllowed, useSession } from '../../app/use-session.js';
import { plural } from '../../format/format.js';
import { Card } from '../../ui/page/card.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ExternalIcon } from '../../ui/icons.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import styles from './api-card.module.css';

function KeyCount() {
  const { data, error } = useQuery(keysQuery);
  if (error) return <Link to="/settings/keys">Show keys</Link>;
  if (!data) return <Skeleton width="4rem" />;
  const count = data.filter(({ revokedAt }) => revokedAt === undefined).length;
  return <Link to="/settings/keys">{count === 0 ? 'Create a key' : plural(count, 'active key')}</Link>;
}

/** Where the API is and how to get in. */
export function ApiCard() {
  const { apiUrl, version } = useSession();
  const mayManageKeys = useIsAllowed('manageKeys');
  return (
    <Card title="The API">
      <dl className={styles['list']}>
        <div>
          <dt>Address</dt>
          <dd className={styles['address']}>
            <span className={styles['url']}>{apiUrl}</span>
            <CopyButton text={apiUrl} label="Copy address" isIcon />
          </dd>
        </div>
        {mayManageKeys && (
          <div>
            <dt>Keys</dt>
            <dd>
              <KeyCount />
            </dd>
          </div>
        )}
        <div>
          <dt>Docs</dt>
          <dd>
            <a href={`${apiUrl}/docs`} target="_blank" rel="noreferrer" className={styles['docs']}>
              Reference
              <ExternalIcon />
            </a>
          </dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd className="numeric">{version}</dd>
        </div>
      </dl>
    </Card>
  );
}
