import { createSealBox, type DeploymentSecrets } from './seal-box.js';

const PURPOSE = 'quarry session cookies';

/** The session that the text belongs to: for another account or name it does not open. */
export interface SessionScope {
  readonly accountId: string;
  readonly name: string;
}

/** Encrypts the cookies of a session for the store. */
export interface SessionSeals {
  seal(scope: SessionScope, text: string): string;
  /** Undefined for text that is altered, or from another session or deployment. */
  open(scope: SessionScope, sealed: string): string | undefined;
}

/** Undefined without a secret: the deployment then keeps no sessions. */
export const createSessionSeals = (secrets: DeploymentSecrets): SessionSeals | undefined => {
  const box = createSealBox(PURPOSE, secrets);
  if (!box) return undefined;
  const boundTo = ({ accountId, name }: SessionScope): string[] => [accountId, name];
  return {
    seal: (scope, text) => box.seal(boundTo(scope), Buffer.from(text)).toString('base64url'),
    open: (scope, sealed) => box.open(boundTo(scope), Buffer.from(sealed, 'base64url'))?.toString('utf8'),
  };
};
