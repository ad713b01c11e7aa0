import { useEffect, useRef } from 'react';
import { readPickerMessage, type PickerCommand, type PickerMessage } from '../../../picker/messages.js';
import styles from './stored-page.module.css';

export interface StoredPageProps {
  /** The request whose page it is. */
  readonly requestId: string;
  /** Where the console has it. Default: among the pages of the person's account. */
  readonly path?: string;
  readonly isPicking?: boolean;
  /** What the picker in the frame tells; from a page that is not trusted. */
  readonly onMessage?: (message: PickerMessage) => void;
}

/**
 * The page as it was fetched, in a frame without an origin: its own scripts do not run, it can load nothing, and it knows nothing
 * of the console.
 */
export function StoredPage(props: StoredPageProps) {
  const { requestId, path = `/api/frame/${encodeURIComponent(requestId)}`, isPicking = false, onMessage } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const command: PickerCommand = { type: 'picking', isOn: isPicking };
    // A frame without an origin can be addressed only as anyone.
    const tell = (): void => frame.current?.contentWindow?.postMessage(command, '*');
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = readPickerMessage(data);
      if (message?.type === 'ready') tell();
      else if (message) onMessage?.(message);
    };
    window.addEventListener('message', listen);
    tell();
    return () => window.removeEventListener('message', listen);
  }, [isPicking, onMessage]);
  return (
    <iframe
      ref={frame}
      className={styles['frame']}
      title="Stored page"
      // A dialog that scrolls has a place for the keyboard then.
      tabIndex={0}
      src={path}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
    />
  );
}
