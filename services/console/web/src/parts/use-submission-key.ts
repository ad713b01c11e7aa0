import { useRef } from 'react';

/** One key per content: sending the same one again, after a lost response, does not do it twice. */
export const useSubmissionKey = () => {
  const last = useRef({ body: '', key: '' });
  return (content: unknown): string => {
    const body = JSON.stringify(content);
    if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() };
    return last.current.key;
  };
};
