/** The errors that the reader tells apart. All others are in `errors.ts`, which the reader does not load. */
export const readerErrors = {
  notFound: { code: 10101 },
  loginNeeded: { code: 10102 },
  siteNeedsLogin: { code: 10312 },
  visitPasswordNeeded: { code: 10307 },
  notManager: { code: 10303 },
  overloaded: { code: 10632, status: 503 },
} as const;
