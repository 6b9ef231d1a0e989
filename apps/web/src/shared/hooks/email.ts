/** Only tells a slip of the fingers; whether an address is acceptable is the server's to say. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
