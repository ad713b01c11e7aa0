import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Nothing the API answers may run, be framed or be guessed at. Pages with a style of their own set their own policy. */
export const createSecurityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Behind a proxy that ends TLS it is for that proxy to say.
    strictTransportSecurity: false,
  });
