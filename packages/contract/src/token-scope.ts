/** What a personal access token may be used for. In a file without schemas, because the web client does not load zod. */
export const tokenScopes = ['read', 'write', 'import', 'export', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Tokens of this product start with it, so that scanners for secrets recognize them. */
export const TOKEN_PREFIX = 'oct_';
