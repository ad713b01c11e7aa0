import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedIn, sessionQuery } from './api/session.js';
import { createQueryClient } from './app/query-client.js';
import { createAppRouter } from './app/router.js';
import { Toasts } from './ui/overlay/toasts.js';
import { TooltipProvider } from './ui/overlay/tooltip.js';
import './ui/tokens.css';
import './ui/base.css';
import './ui/utilities.css';

/** When a call finds the session ended, it is read again, and the guard of the shell leads to the sign-in page. */
const checkSession = async (): Promise<void> => {
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!isSignedIn(session)) await router.invalidate();
};
const queryClient = createQueryClient(() => {
  // Without a response the pages show their own errors.
  checkSession().catch(() => undefined);
});
const router = createAppRouter(queryClient);

const place = document.querySelector('#root');
if (!place) throw new Error('The page has no place for the app.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
