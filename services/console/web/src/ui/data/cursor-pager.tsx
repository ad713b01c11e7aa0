import { Pager } from './pager.js';

export interface CursorPagerProps {
  /** Those of the pages after the first, the page shown last. */
  readonly cursors: readonly string[];
  /** Of the page after that. */
  readonly next: string | undefined;
  readonly isBusy: boolean;
  readonly onChange: (cursors: readonly string[]) => void;
}

/** Ways through a list whose pages are known by their cursors; nothing for a list of one page. */
export function CursorPager({ cursors, next, isBusy, onChange }: CursorPagerProps) {
  if (cursors.length === 0 && next === undefined) return null;
  return (
    <Pager
      isBusy={isBusy}
      onPrevious={cursors.length === 0 ? undefined : () => onChange(cursors.slice(0, -1))}
      onNext={next === undefined ? undefined : () => onChange([...cursors, next])}
    >
      Page {cursors.length + 1}
    </Pager>
  );
}
