import { useLocation } from '@tanstack/react-router';

const CURRENT = { 'aria-current': 'page', 'data-status': 'active' } as const;

/** Crawls are listed with the batches, so their pages count as pages of them. */
export const useCurrent = () => {
  const isCrawl = useLocation({ select: ({ pathname }) => pathname.startsWith('/crawls/') });
  return (to: string) => (isCrawl && to === '/batches' ? CURRENT : {});
};
