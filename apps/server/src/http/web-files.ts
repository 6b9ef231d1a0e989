import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { paths } from '@octavo/contract/paths';
import { escapeHtml } from '@octavo/markdown/escape';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from './identify.ts';
import { documentLanguage, languageTags } from './language.ts';
import type { Mount } from './mount-calls.ts';
import { bannerHtml, withBanner } from './site-banner.ts';
import { identityHtml, identityOf, siteLanguage } from './site-identity.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Patterns that answer with something else than the web application: files, and the reader's pages. */
const NOT_SCREENS: ReadonlySet<string> = new Set([
  paths.item.pattern,
  paths.itemPage.pattern,
  paths.page.pattern,
  paths.sharedPage.pattern,
  paths.file.pattern,
  paths.mockPath.pattern,
  paths.mockData.pattern,
]);

/** A call that does not exist has the shape of an item's address, yet it is nobody's screen. */
export function isCallAddress(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

export interface WebFiles {
  /** The application's document; it draws the not-found screen for addresses it does not know. */
  sendDocument(request: FastifyRequest, reply: FastifyReply, status: number): Promise<unknown>;
}

/** The built web: hashed assets for ever, the document always fresh, one route per screen. */
export async function serveWeb(app: FastifyInstance, mount: Mount): Promise<WebFiles> {
  const { deps } = mount;
  const built = existsSync(`${DIST}index.html`);
  const document = built ? await readFile(`${DIST}index.html`, 'utf8') : '';
  const sendDocument: WebFiles['sendDocument'] = async (request, reply, status) => {
    const set = await deps.settings.get();
    const identity = identityOf(set);
    const title = escapeHtml(identity.site_name || 'Octavo');
    const { viewer } = await identify(request, {}, false, mount);
    const language = documentLanguage(request, viewer, siteLanguage(deps));
    return (
      reply
        .status(status)
        .type('text/html; charset=utf-8')
        // It is in the language of one account or browser, so no shared cache may keep it.
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie, Accept-Language')
        .send(
          withBanner(document, bannerHtml(set, Date.now()))
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
  if (built)
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // What is compressed has no address of its own: it is found beside the file it stands for.
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
    if (!NOT_SCREENS.has(pattern))
      app.get(pattern, (request, reply) =>
        isCallAddress(request.url) ? reply.callNotFound() : sendDocument(request, reply, 200),
      );
  return { sendDocument };
}
