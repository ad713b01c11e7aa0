import { useCallback, useEffect, useRef, useState } from 'react';
import { isAborted } from '../../../api/api-error.js';
import { callGateway } from '../../../api/client.js';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Bytes between two changes of what is shown. */
const STEP_BYTES = 1_000_000;

const save = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it once the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const read = async (response: Response, onBytes: (bytes: number) => void): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let [bytes, told] = [0, 0];
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    if (bytes - told >= STEP_BYTES) onBytes((told = bytes));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' });
};

/**
 * Downloads a file of the API. The console gives them only to calls of its own, which a plain link is not; so the browser keeps the
 * file until it is whole, then saves it.
 */
export const useDownload = () => {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = useCallback(async (path: string, name: string): Promise<void> => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ kind: 'running', bytes: 0 });
    try {
      const response = await callGateway(path, { headers: { accept: '*/*' }, signal: own.signal });
      save(await read(response, (bytes) => setState({ kind: 'running', bytes })), name);
      setState({ kind: 'idle' });
    } catch (error) {
      if (controller.current === own) setState(isAborted(error) ? { kind: 'idle' } : { kind: 'failed', error });
    }
  }, []);
  const cancel = useCallback(() => controller.current?.abort(), []);
  return { state, start, cancel };
};
