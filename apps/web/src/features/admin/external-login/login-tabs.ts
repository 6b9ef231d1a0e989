/** The tabs of the external login settings, as values of the `tab` URL parameter. */
export const loginTabs = ['login', 'oauth2', 'integration'] as const;
export type LoginTab = (typeof loginTabs)[number];
