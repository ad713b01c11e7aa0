import { Fragment, useState, type ReactNode } from 'react';

export interface OrderedPart {
  readonly name: string;
  /** What it shows has not come yet, nor failed. */
  readonly isPending: boolean;
  readonly part: ReactNode;
}

/**
 * Shows parts from the top, each once what is above it has come: nothing that is in sight moves when something comes. What was shown
 * once stays, also while something above it is asked for again.
 */
export function InOrder({ parts }: { readonly parts: readonly OrderedPart[] }) {
  const waiting = parts.findIndex(({ isPending }) => isPending);
  const count = waiting === -1 ? parts.length : waiting + 1;
  const [most, setMost] = useState(count);
  if (count > most) setMost(count);
  return parts.slice(0, Math.max(count, most)).map(({ name, part }) => <Fragment key={name}>{part}</Fragment>);
}
