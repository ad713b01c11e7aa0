import { isCallField, leastHoldOf, type Operation, type PriceLine } from '@quarry/contracts';

const creditsText = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`);

const rangeText = ({ prices }: Operation): string => {
  const all = prices.map(({ credits }) => credits);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? creditsText(least) : `${least} to ${creditsText(most)}`;
};

/** `enginea/ai-mode` as `Enginea: ai mode`. */
const titleOf = ({ id }: Operation): string => {
  const [family = '', name = ''] = id.split('/');
  return `${family.charAt(0).toUpperCase()}${family.slice(1)}: ${name.replaceAll('-', ' ')}`;
};

export interface OperationView {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly family: string;
  readonly isBatchable: boolean;
  readonly isReparsable: boolean;
  readonly credits: { readonly text: string; readonly least: number; readonly prices: readonly PriceLine[] };
  /** JSON Schema of all parameters as one object. A GET sends `a: { b: 1 }` as `a[b]=1` and lists as `a[]=1`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Names of the parameters: of this operation, and of every call. */
  readonly groups: readonly { readonly title: string; readonly names: readonly string[] }[];
  /** Rules that involve several parameters. */
  readonly rules: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
  /** Parameter for a token of an earlier response. */
  readonly tokenField?: string | undefined;
}

/** An operation as a form of it needs it. */
export const describeOperation = (operation: Operation): OperationView => {
  const names = Object.keys(operation.input.fields);
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    title: titleOf(operation),
    summary: operation.summary,
    family: operation.target?.name ?? operation.id.split('/')[0] ?? '',
    isBatchable: operation.isBatchable,
    isReparsable: operation.isReparsable,
    credits: { text: rangeText(operation), least: leastHoldOf(operation), prices: operation.prices },
    parameters: operation.input.schema,
    groups: [
      { title: 'Parameters', names: names.filter((name) => !isCallField(name)) },
      { title: 'Call', names: names.filter(isCallField) },
    ],
    rules: operation.input.rules,
    example: operation.example,
    tokenField: operation.tokenField,
  };
};
