/** Parts of the external login, each with an address of its own. */
export const loginTabs = ['login', 'oauth2', 'integration'] as const;
export type LoginTab = (typeof loginTabs)[number];
