/** In a file without schemas, because the web client does not load zod. */

export interface MailAddress {
  readonly email: string;
  /** Empty if the text has only an address. */
  readonly name: string;
}

/** `Name <address>`, or an address alone. */
const WITH_NAME = /^(?<name>[^<>]*)<(?<email>[^<>]*)>$/u;
/** Accepts what the server accepts, apart from rare forms that it rejects itself. */
const ADDRESS = /^[^\s<>@,;"]+@[^\s<>@,;"]+\.[^\s<>@,;".]{2,}$/u;

export function parseAddress(text: string): MailAddress {
  const { name = '', email = text } = WITH_NAME.exec(text.trim())?.groups ?? {};
  return { email: email.trim(), name: name.replaceAll('"', '').trim() };
}

const isAddress = (email: string): boolean => ADDRESS.test(email);

/** A name in quotation marks may contain separators. */
const PART = /(?:"[^"]*"|[^",;，；、\n])+/gu;
/** An address with its name, which has no `@`, or a word. */
const ENTRY = /(?:"[^"]*"|[^\s<>@"]+)(?:\s+[^\s<>@"]+)*\s*<[^<>]*>|<[^<>]*>|\S+/gu;

/**
 * Splits a pasted list: lines, commas, semicolons, and spaces between bare addresses. Returns each address once, and the
 * parts that are no addresses.
 */
export function parseAddressList(text: string): {
  readonly people: readonly MailAddress[];
  readonly invalid: readonly string[];
} {
  const entries = (text.replaceAll('\r', '\n').match(PART) ?? []).flatMap(
    (part) => part.match(ENTRY) ?? [],
  );
  const people = new Map<string, MailAddress>();
  const invalid: string[] = [];
  for (const entry of entries) {
    const person = parseAddress(entry);
    const key = person.email.toLowerCase();
    if (!isAddress(person.email)) invalid.push(entry);
    else if (!people.has(key)) people.set(key, person);
  }
  return { people: [...people.values()], invalid };
}

/** The text that the server accepts for a person. */
export const formatAddress = ({ email, name }: MailAddress): string =>
  name === '' ? email : `${name} <${email}>`;
