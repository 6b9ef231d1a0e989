import { isObject, object } from '../json.ts';
import type { Json } from '../json.ts';

/** A resolved reference. */
export interface Found {
  readonly value: Json;
  /** `Pet` of `#/components/schemas/Pet`; empty for an inline value. */
  readonly name: string;
  /** The `$ref`; empty for an inline value. */
  readonly ref: string;
}

export interface References {
  follow(value: unknown): Found;
  /** Components that no resolved reference points to, without schemas and security schemes. */
  unused(): readonly string[];
}

function part(text: string): string {
  const plain = text.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Longer than any real chain of references; stops cycles. */
const MOST_STEPS = 20;

/** Resolves references inside the document only. External files and URLs are never opened, but listed in the notes. */
export function references(document: Json, note: (line: string) => void): References {
  function at(ref: string): unknown {
    let value: unknown = document;
    for (const key of ref.slice(2).split('/').map(part)) {
      if (Array.isArray(value)) value = (value as unknown[])[Number(key)];
      else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return value;
  }
  const followed = new Set<string>();
  return {
    unused() {
      const kept = Object.entries(object(document['components'])).filter(
        ([kind]) => kind !== 'schemas' && kind !== 'securitySchemes',
      );
      return kept.flatMap(([kind, parts]) =>
        Object.entries(object(parts))
          .filter(([name]) => !followed.has(`${kind}/${name}`))
          .map(
            ([name, left]) => `#/components/${kind}/${name} ${JSON.stringify(left).slice(0, 1000)}`,
          ),
      );
    },

    follow(value) {
      let found: Found = { value: object(value), name: '', ref: '' };
      for (let step = 0; typeof found.value['$ref'] === 'string'; step += 1) {
        const { $ref: ref, ...beside } = found.value as Json & { $ref: string };
        const name = part(ref.split('/').at(-1) ?? ref);
        followed.add(ref.split('/').slice(-2).map(part).join('/'));
        const target = ref.startsWith('#/') && step < MOST_STEPS ? at(ref) : undefined;
        if (!isObject(target)) {
          note(`$ref ${ref}`);
          return { value: beside, name, ref };
        }
        found = { value: { ...target, ...beside }, name, ref };
      }
      return found;
    },
  };
}
