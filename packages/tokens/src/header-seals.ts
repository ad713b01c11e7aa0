import { createSealBox, type DeploymentSecrets } from './seal-box.js';

const PURPOSE = 'quarry request headers';
const BUCKET_PURPOSE = 'quarry bucket keys';
const RECEIVER_PURPOSE = 'quarry webhook headers';

/** The request that the headers belong to: for another one they do not open. */
export interface HeaderScope {
  readonly accountId: string;
  readonly requestId: string;
}

/** Encrypts the secret headers of a request for the store. */
export interface HeaderSeals {
  seal(scope: HeaderScope, headers: Readonly<Record<string, string>>): string;
  /** Undefined for text that is altered, or from another request or deployment. */
  open(scope: HeaderScope, sealed: string): Readonly<Record<string, string>> | undefined;
}

const createSeals = (purpose: string, secrets: DeploymentSecrets): HeaderSeals | undefined => {
  const box = createSealBox(purpose, secrets);
  if (!box) return undefined;
  const boundTo = ({ accountId, requestId }: HeaderScope): string[] => [accountId, requestId];
  return {
    seal: (scope, headers) => box.seal(boundTo(scope), Buffer.from(JSON.stringify(headers))).toString('base64url'),
    open: (scope, sealed) => {
      const plain = box.open(boundTo(scope), Buffer.from(sealed, 'base64url'));
      // safe because only `seal` makes text that opens
      return plain && (JSON.parse(plain.toString('utf8')) as Readonly<Record<string, string>>);
    },
  };
};

/** Undefined without a secret: the deployment then accepts no secret headers. */
export const createHeaderSeals = (secrets: DeploymentSecrets): HeaderSeals | undefined => createSeals(PURPOSE, secrets);

/** The same for the keys of a caller's bucket; the request is the job whose results go there. */
export const createBucketKeySeals = (secrets: DeploymentSecrets): HeaderSeals | undefined =>
  createSeals(BUCKET_PURPOSE, secrets);

/** The same for a caller's headers of webhooks; the request is the job that they report. */
export const createReceiverSeals = (secrets: DeploymentSecrets): HeaderSeals | undefined =>
  createSeals(RECEIVER_PURPOSE, secrets);
