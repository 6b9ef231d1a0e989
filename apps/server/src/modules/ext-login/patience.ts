/**
 * What a directory or a provider is given for all questions of one login. Whoever waits is told what is wrong within
 * six seconds; the rest of them is ours.
 */
export const PATIENCE_MS = 4000;
