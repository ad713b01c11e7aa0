/**
 * What a node needs of n8n, in the shapes of its package `n8n-workflow`. Declared here because that package brings the
 * dependencies of a whole server.
 */
export interface Choice {
  readonly name: string;
  readonly value: string | number;
  readonly description?: string;
  readonly action?: string;
}

export type ParameterType =
  | 'boolean'
  | 'collection'
  | 'json'
  | 'multiOptions'
  | 'notice'
  | 'number'
  | 'options'
  | 'string';

export interface Parameter {
  readonly displayName: string;
  readonly name: string;
  readonly type: ParameterType;
  readonly default: unknown;
  readonly description?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly noDataExpression?: boolean;
  readonly options?: readonly (Choice | Parameter)[];
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly string[]>> };
  readonly typeOptions?: Readonly<Record<string, unknown>>;
}

export interface NodeDescription {
  readonly displayName: string;
  readonly name: string;
  readonly icon: string;
  readonly group: readonly string[];
  readonly version: number;
  readonly subtitle: string;
  readonly description: string;
  readonly defaults: { readonly name: string };
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly usableAsTool: boolean;
  readonly credentials: readonly { readonly name: string; readonly required: boolean }[];
  readonly properties: readonly Parameter[];
}

export interface Item {
  readonly json: Readonly<Record<string, unknown>>;
  readonly pairedItem?: { readonly item: number };
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly json: true;
  readonly returnFullResponse: true;
  readonly ignoreHttpStatusErrors: true;
  /** Milliseconds. */
  readonly timeout: number;
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** `this` of a node while it runs. */
export interface Execution {
  getInputData(): readonly Item[];
  getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
  getCredentials(name: string): Promise<Readonly<Record<string, unknown>>>;
  getExecutionId(): string;
  getNode(): { readonly id?: string; readonly name: string };
  evaluateExpression(expression: string, itemIndex: number): unknown;
  continueOnFail(): boolean;
  readonly helpers: {
    httpRequestWithAuthentication(this: Execution, name: string, request: HttpRequest): Promise<HttpResponse>;
  };
}
