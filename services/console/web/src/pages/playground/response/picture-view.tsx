import { useState } from 'react';
import { DownloadIcon } from '../../../ui/icons.js';
import { Notice } from '../../../ui/page/notice.js';
import { Skeleton } from '../../../ui/page/skeleton.js';
import { buttonClass } from '../../../ui/button.js';
import styles from './picture-view.module.css';

/** A stored screenshot in its own scrolling place. */
export function PictureView({ path, alt }: { readonly path: string; readonly alt: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <div className={styles['picture']}>
      {state === 'failed' ? (
        <Notice tone="warning">The picture is no longer stored.</Notice>
      ) : (
        <div className={styles['place']} tabIndex={0} role="region" aria-label={alt}>
          {state === 'loading' && <Skeleton height="20rem" />}
          <img
            src={path}
            alt={alt}
            hidden={state === 'loading'}
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
        </div>
      )}
      {state === 'shown' && (
        <div>
          <a className={buttonClass({ size: 'sm' })} href={path} download>
            <DownloadIcon /> Download
          </a>
        </div>
      )}
    </div>
  );
}
