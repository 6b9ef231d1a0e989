import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { paths } from '@octavo/contract/paths';
import { escapeHtml } from '@octavo/markdown/escape';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from './identify.ts';
import { documentLanguage, languageTags } from './language.ts';
import type { HttpDeps } from './mount-calls.ts';
import { bannerHtml, withBanner } from './site-banner.ts';
import { identityHtml, toSiteIdentity, siteLanguage } from './site-identity.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Routes that do not serve the web application: files, mocks and the pages of the reader. */
const NON_APP_ROUTES: ReadonlySet<string> = new Set([
  paths.item.pattern,
  paths.itemPage.pattern,
  paths.page.pattern,
  paths.sharedPage.pattern,
  paths.file.pattern,
  paths.mockPath.pattern,
  paths.mockData.pattern,
]);

/** URLs under `/api` also match the route of an item, but never show a screen. */
export function isApiUrl(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

export interface WebFiles {
  /** Sends the document of the web application, which shows the not-found screen for unknown URLs. */
  sendDocument(request: FastifyRequest, reply: FastifyReply, status: number): Promise<unknown>;
}

/** Serves the built web application: hashed assets are cached for a year, the document is sent each time. */
export async function serveWeb(app: FastifyInstance, httpDeps: HttpDeps): Promise<WebFiles> {
  const { deps } = httpDeps;
  const isBuilt = existsSync(`${DIST}index.html`);
  const document = isBuilt ? await readFile(`${DIST}index.html`, 'utf8') : '';
  const sendDocument: WebFiles['sendDocument'] = async (request, reply, status) => {
    const settings = await deps.settings.get();
    const identity = toSiteIdentity(settings);
    const title = escapeHtml(identity.site_name || 'Octavo');
    const { viewer } = await identify(request, {}, false, httpDeps);
    const language = documentLanguage(request, viewer, siteLanguage(deps));
    return (
      reply
        .status(status)
        .type('text/html; charset=utf-8')
        // The document depends on the language of the account or browser, so shared caches must not store it.
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie, Accept-Language')
        .send(
          withBanner(document, bannerHtml(settings, Date.now()))
            .replace(
              '<html lang="en">',
              `<html lang="${languageTags[language]}" data-language="${language}">`,
            )
            .replace(
              '<title>Octavo</title>',
              () => `<title>${title}</title>${identityHtml(identity)}`,
            ),
        )
    );
  };
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Compressed variants have no URL of their own: `preCompressed` finds them next to the original file.
      globIgnore: ['index.html', 'reader.html', 'server/**', '.vite/**', '**/*.{br,gz}'],
      setHeaders(reply, path) {
        reply.header(
          'cache-control',
          path.includes('/assets/')
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        );
      },
    });
  for (const { pattern } of Object.values(paths))
    if (!NON_APP_ROUTES.has(pattern))
      app.get(pattern, (request, reply) =>
        isApiUrl(request.url) ? reply.callNotFound() : sendDocument(request, reply, 200),
      );
  return { sendDocument };
}
