import type { ItemGrant } from '../../access/grant.ts';
import type { Ctx } from '../../http/context.ts';
import { parsePageUrl } from './find-page-links.ts';

const ANCHOR = /<a\b([^>]*)>/g;

function targetOf(attributes: string, siteOrigin: string): number | undefined {
  const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
  return href === undefined ? undefined : parsePageUrl(href, siteOrigin)?.target_page_id;
}

/**
 * Marks the links to pages of the same item that are in its recycle bin. Pages of other items are never marked: that
 * would reveal which of them exist. Deleting and restoring a page changes the tree version, which is part of the key of
 * cached documents.
 */
export async function markDeletedLinks(
  { deps, grant }: { readonly deps: Ctx['deps']; readonly grant: ItemGrant },
  html: string,
): Promise<string> {
  const siteOrigin = deps.config.publicUrl.origin;
  const targets = Array.from(html.matchAll(ANCHOR), ([, attributes = '']) =>
    targetOf(attributes, siteOrigin),
  ).filter((target) => target !== undefined);
  const item = targets.length === 0 ? undefined : await deps.itemMetaCache.get(grant.itemId);
  if (!item) return html;
  const { pages, deletedPages } = await deps.menuCache.get(item, grant);
  if (targets.every((target) => pages.has(target))) return html;
  const deleted = await deletedPages();
  return html.replace(ANCHOR, (tag, attributes: string) =>
    deleted.has(targetOf(attributes, siteOrigin) ?? 0) ? `<a data-deleted${attributes}>` : tag,
  );
}
