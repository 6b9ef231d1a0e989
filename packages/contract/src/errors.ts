/**
 * Every refusal the product knows. The name is used in code, the number goes over the wire, the
 * sentence is the text `errors.<name>`. Business refusals answer HTTP 200.
 */
export const errors = {
  general: { code: 10101 },
  invalidRequest: { code: 10101 },
  notFound: { code: 10101 },
  noSuchCall: { code: 10101, status: 404 },
  unavailable: { code: 10101, status: 503 },
  registrationClosed: { code: 10101 },
  passwordsDiffer: { code: 10101 },
  setupDone: { code: 10101 },
  foreignAddress: { code: 10101 },
  administratorStays: { code: 10101 },
  needsHeir: { code: 10101 },
  importUnreadable: { code: 10101 },
  notWorkbook: { code: 10101 },
  taskFailed: { code: 10101 },
  loginNeeded: { code: 10102 },
  forbidden: { code: 10103 },
  crossSite: { code: 10103 },
  usernameTaken: { code: 10201 },
  wrongLogin: { code: 10204 },
  captchaWrong: { code: 10206 },
  wrongPassword: { code: 10208 },
  noSuchUser: { code: 10209 },
  captchaNeeded: { code: 10210 },
  noExportRight: { code: 10302 },
  notManager: { code: 10303 },
  domainTaken: { code: 10304 },
  domainInvalid: { code: 10305 },
  wrongApiToken: { code: 10306 },
  visitPasswordNeeded: { code: 10307 },
  visitPasswordWrong: { code: 10307 },
  visitCaptchaNeeded: { code: 10308 },
  siteNeedsLogin: { code: 10312 },
  saveConflict: { code: 10600 },
  pageLocked: { code: 10601 },
  tooManyRequests: { code: 10602, status: 429 },
  tooLarge: { code: 10603, status: 413 },
  fileTypeRefused: { code: 10604 },
  itemArchived: { code: 10605 },
  catalogTooDeep: { code: 10606 },
  privateNeedsPassword: { code: 10607 },
  quotaUsedUp: { code: 10608 },
  linkInvalid: { code: 10609 },
  usernameInvalid: { code: 10610 },
  usernameReserved: { code: 10610 },
  passwordLength: { code: 10611 },
  passwordCommon: { code: 10611 },
  directoryDown: { code: 10620 },
  notLinked: { code: 10621 },
  passwordElsewhere: { code: 10622 },
  providerDown: { code: 10623 },
  providerRefused: { code: 10624 },
  providerDenied: { code: 10625 },
  attemptEnded: { code: 10626 },
  linkTaken: { code: 10627 },
  freshLoginNeeded: { code: 10628 },
  pdfMissing: { code: 10629 },
  secretAgain: { code: 10630 },
  // Not 503, which screens show as an update of the server.
  storageFailed: { code: 10631, status: 507 },
  overloaded: { code: 10632, status: 503 },
  localProvider: { code: 10633 },
} as const satisfies Record<string, { code: number; status?: number }>;

export type ErrorName = keyof typeof errors;

export function httpStatus(name: ErrorName): number {
  const entry: { code: number; status?: number } = errors[name];
  return entry.status ?? 200;
}
