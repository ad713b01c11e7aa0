import { createSealBox, type DeploymentSecrets } from './seal-box.js';

const PURPOSE = 'quarry request headers';

/** Whose headers they are: in the row of another request they do not open. */
export interface HeaderScope {
  readonly accountId: string;
  readonly requestId: string;
}

/** Keeps the secret headers of a request unreadable on their way through the store. */
export interface HeaderSeals {
  seal(scope: HeaderScope, headers: Readonly<Record<string, string>>): string;
  /** Undefined for what is altered, or of another request or deployment. */
  open(scope: HeaderScope, sealed: string): Readonly<Record<string, string>> | undefined;
}

/** Undefined where the deployment has no secret: it can take no secret headers. */
export const createHeaderSeals = (secrets: DeploymentSecrets): HeaderSeals | undefined => {
  const box = createSealBox(PURPOSE, secrets);
  if (!box) return undefined;
  const boundTo = ({ accountId, requestId }: HeaderScope): string[] => [accountId, requestId];
  return {
    seal: (scope, headers) => box.seal(boundTo(scope), Buffer.from(JSON.stringify(headers))).toString('base64url'),
    open: (scope, sealed) => {
      const plain = box.open(boundTo(scope), Buffer.from(sealed, 'base64url'));
      // safe because only `seal` makes what opens
      return plain && (JSON.parse(plain.toString('utf8')) as Readonly<Record<string, string>>);
    },
  };
};
