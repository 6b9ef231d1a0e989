/** Converts any stored value to text. */
export function asText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === undefined || value === null ? '' : JSON.stringify(value);
  }
}
