import { diagrams } from './xss-payloads/diagrams.ts';
import { fences } from './xss-payloads/fences.ts';
import { formulas } from './xss-payloads/formulas.ts';
import { handlers, handlerSpellings } from './xss-payloads/handlers.ts';
import { footnotes, markdown } from './xss-payloads/markdown.ts';
import { mutations } from './xss-payloads/mutations.ts';
import { schemes } from './xss-payloads/schemes.ts';
import { styles } from './xss-payloads/styles.ts';
import { tags, vectorGraphics } from './xss-payloads/tags.ts';

/**
 * XSS attacks for tests of everything that renders user content. A successful attack calls `alert` or
 * sends a request to `evil.example`.
 */

export const xssPayloadGroups: Readonly<Record<string, readonly string[]>> = {
  schemes,
  handlers,
  handlerSpellings,
  tags,
  styles,
  mutations,
  vectorGraphics,
  markdown,
  fences,
  footnotes,
  formulas,
  diagrams,
};

export const xssPayloads: readonly string[] = [...new Set(Object.values(xssPayloadGroups).flat())];
