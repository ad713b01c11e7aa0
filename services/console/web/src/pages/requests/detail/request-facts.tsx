import { Link } from '@tanstack/react-router';
import type { WholeRequest } from '../../playground/request-query.js';
import { formatCredits } from '../../../format/format.js';
import { KeyValue } from '../../../ui/data/key-value.js';
import { KeyLink } from '../key-name.js';
import { Time } from '../../../ui/time.js';

const TIERS: Readonly<Record<string, string>> = { http: 'plain HTTP, without a browser', browser: 'a browser' };

/** What is known of a request besides its outcome. */
export function RequestFacts({ request }: { readonly request: WholeRequest }) {
  const {
    id,
    operation,
    host,
    tier,
    statusCode,
    attempt,
    key,
    batch,
    index,
    createdAt,
    endedAt,
    creditsCharged,
    creditsHeld,
    params,
  } = request;
  const proxyType = typeof params['proxyType'] === 'string' ? params['proxyType'] : undefined;
  const proxyCountry = typeof params['proxyCountry'] === 'string' ? params['proxyCountry'] : undefined;
  return (
    <KeyValue
      items={[
        ['Id', <code key="id">{id}</code>],
        ['Operation', <code key="operation">{operation}</code>],
        ['Host', host],
        ['Served by', tier === undefined ? undefined : (TIERS[tier] ?? tier)],
        [
          'Exit',
          proxyType === undefined && proxyCountry === undefined
            ? 'the default one'
            : [proxyType, proxyCountry].filter(Boolean).join(', '),
        ],
        ['Status of the site', statusCode],
        ['Credits', creditsHeld > 0 ? `${formatCredits(creditsHeld)} held` : formatCredits(creditsCharged)],
        ['Key', key === undefined ? undefined : <KeyLink key="key" id={key} />],
        ['Attempts', attempt !== undefined && attempt > 1 ? attempt : undefined],
        [
          'Batch',
          batch === undefined ? undefined : (
            <Link key="batch" to="/batches/$jobId" params={{ jobId: batch }}>
              {batch.slice(0, 8)}
              {index === undefined ? '' : `, item ${index + 1}`}
            </Link>
          ),
        ],
        ['Made', <Time key="made" at={createdAt} isExact />],
        ['Ended', endedAt === undefined ? undefined : <Time key="ended" at={endedAt} isExact />],
      ]}
    />
  );
}
