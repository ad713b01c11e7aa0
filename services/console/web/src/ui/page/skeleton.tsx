import { classNames } from '../class-names.js';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS sizes; the height of a line of text unless given. */
  readonly width?: string;
  readonly height?: string;
  readonly className?: string | undefined;
}

/** The place of something that is still loading, in its size. */
export function Skeleton({ width = '100%', height, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles['skeleton'], className)}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

const WIDTHS = ['100%', '92%', '97%', '64%'];

/** The place of a paragraph. */
export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  return (
    <span className={styles['lines']} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={WIDTHS[index % WIDTHS.length] ?? '100%'} />
      ))}
    </span>
  );
}
