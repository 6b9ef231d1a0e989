/** Patterns that server and web client check. In a file without schemas, because the web client does not load zod. */

/** The domain of an item; it is also not a number, because numbers are ids, and none of `reservedWords`. */
export const DOMAIN_PATTERN = /^[A-Za-z0-9]{1,30}$/;

/** The `u` flag counts code points, so that rare Chinese characters count as one. */
export const USERNAME_PATTERN = /^[\p{L}\p{N}_.\-@]{2,64}$/u;

/** A path of this site or a URL; empty for the default. */
export const LINK_PATTERN = /^(?:$|\/(?!\/)|https?:\/\/)/;

/** An email address, optionally with a name before it: `Docs <docs@example.com>`. */
export const MAIL_SENDER_PATTERN = /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/;

/** Names of fields in a response, separated by commas. Names of claims may be URLs. */
export const CLAIM_NAMES_PATTERN = /^(?:$|[\w.:/-]+(?:, ?[\w.:/-]+)*$)/;

/** The name of an HTTP header, or empty. */
export const HEADER_NAME_PATTERN = /^[A-Za-z0-9-]*$/;

/** The name of an LDAP attribute. */
export const ATTRIBUTE_PATTERN = /^[A-Za-z][A-Za-z0-9-]*$/;
