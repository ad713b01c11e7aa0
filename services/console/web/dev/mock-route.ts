/** States of the invented console, chosen by opening `/mock/<state>`. */
export const MOCK_STATES = [
  'full',
  'empty',
  'viewer',
  'long',
  'hostile',
  'errors',
  'slow',
  'signed-out',
  'closed',
  'no-account',
] as const;
export type MockState = (typeof MOCK_STATES)[number];

export interface MockCall {
  readonly state: MockState;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Groups of the route's pattern. */
  readonly parts: readonly string[];
}

export interface MockReply {
  readonly status?: number;
  readonly body?: unknown;
  /** Sent as it is, under this type. */
  readonly type?: string;
  /** The state from now on. */
  readonly state?: MockState;
}

export interface MockRoute {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (call: MockCall) => MockReply;
}

/** An error as the console shapes them. */
export const refusal = (status: number, error: string, message: string, rest: object = {}): MockReply => ({
  status,
  body: { status: 'error', error, message, retryable: status >= 500, ...rest },
});
