import type { Privacy } from '../../shared/items/item-fields.tsx';
import type { ItemDetail } from './item-detail.ts';

export type BaseFields = Readonly<
  Record<'item_name' | 'item_description' | 'item_domain' | 'password', string>
>;

const names = ['item_name', 'item_description', 'item_domain'] as const;

/**
 * The changed fields to send to the server, which leaves absent fields unchanged. Unchanged fields
 * are omitted, because an archived item accepts only a stricter password. Undefined when nothing differs.
 */
export function changesOf(item: ItemDetail, fields: BaseFields, privacy: Privacy) {
  const changed = Object.fromEntries(
    names
      .filter((name) => fields[name].trim() !== item[name])
      .map((name) => [name, fields[name].trim()]),
  );
  const isPrivate = privacy === 'private';
  const sendsPassword = isPrivate && fields.password !== '';
  const changesPrivacy = isPrivate !== (item.is_private === 1);
  if (Object.keys(changed).length === 0 && !sendsPassword && !changesPrivacy) return undefined;
  return {
    ...changed,
    is_private: isPrivate,
    ...(sendsPassword && { password: fields.password }),
  };
}
