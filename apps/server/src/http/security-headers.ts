import { paths } from '@octavo/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Routes whose URL contains a secret, which must not be sent to other sites as a referrer. */
const SECRET_ROUTES: ReadonlySet<string> = new Set([
  paths.resetPasswordByUrl.pattern,
  paths.verifyEmail.pattern,
  paths.setup.pattern,
  paths.sharedPage.pattern,
]);

function contentSecurityPolicy(secure: boolean, connect = "'self'"): string {
  // Pages embed images from any URL; on a plain http intranet these use http too.
  const pictures = secure ? 'https:' : 'https: http:';
  return [
    "default-src 'none'",
    "script-src 'self'",
    // KaTeX, mermaid and CodeMirror write style attributes and style elements.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' ${pictures} data: blob:`,
    "font-src 'self'",
    `connect-src ${connect}`,
    `media-src 'self' ${pictures}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Only attached PDF files allow framing, see `serve-files.ts`.
    "frame-src 'self'",
  ].join('; ');
}

/** Headers of every response. */
export function securityHeaders({ secure }: Config): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(secure),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    // Browsers ignore both on plain http and log a warning, so they are omitted there.
    ...(secure && {
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin',
    }),
  };
}

export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? request.url;
    reply.headers(headers);
    // The HTTP test sends requests to any host that the user enters; no other document may do so.
    if (route === paths.httpTest.pattern)
      reply.header(
        'content-security-policy',
        contentSecurityPolicy(config.secure, "'self' https: http:"),
      );
    if (SECRET_ROUTES.has(route)) reply.header('referrer-policy', 'no-referrer');
    if (route.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
