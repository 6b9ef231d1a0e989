import { isObject, toObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** A resolved reference. */
export interface ResolvedRef {
  readonly value: JsonObject;
  /** `Pet` of `#/components/schemas/Pet`; empty for an inline value. */
  readonly name: string;
  /** The `$ref`; empty for an inline value. */
  readonly ref: string;
}

export interface References {
  resolveRef(value: unknown): ResolvedRef;
  /** Components that no resolved reference points to, without schemas and security schemes. */
  unused(): readonly string[];
}

function decodePointerPart(text: string): string {
  const plain = text.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Longer than any real chain of references; stops cycles. */
const MAX_REF_DEPTH = 20;

/** Resolves references inside the document only. External files and URLs are never opened, but listed in the notes. */
export function createReferences(document: JsonObject, note: (line: string) => void): References {
  function resolvePointer(ref: string): unknown {
    let value: unknown = document;
    for (const key of ref.slice(2).split('/').map(decodePointerPart)) {
      if (Array.isArray(value)) value = (value as unknown[])[Number(key)];
      else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return value;
  }
  const resolvedRefs = new Set<string>();
  return {
    unused() {
      const components = Object.entries(toObject(document['components'])).filter(
        ([kind]) => kind !== 'schemas' && kind !== 'securitySchemes',
      );
      return components.flatMap(([kind, parts]) =>
        Object.entries(toObject(parts))
          .filter(([name]) => !resolvedRefs.has(`${kind}/${name}`))
          .map(
            ([name, left]) => `#/components/${kind}/${name} ${JSON.stringify(left).slice(0, 1000)}`,
          ),
      );
    },

    resolveRef(value) {
      let resolved: ResolvedRef = { value: toObject(value), name: '', ref: '' };
      for (let step = 0; typeof resolved.value['$ref'] === 'string'; step += 1) {
        const { $ref: ref, ...siblings } = resolved.value as JsonObject & { $ref: string };
        const name = decodePointerPart(ref.split('/').at(-1) ?? ref);
        resolvedRefs.add(ref.split('/').slice(-2).map(decodePointerPart).join('/'));
        const target =
          ref.startsWith('#/') && step < MAX_REF_DEPTH ? resolvePointer(ref) : undefined;
        if (!isObject(target)) {
          note(`$ref ${ref}`);
          return { value: siblings, name, ref };
        }
        resolved = { value: { ...target, ...siblings }, name, ref };
      }
      return resolved;
    },
  };
}
