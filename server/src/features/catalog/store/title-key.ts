/**
 * Two titles with the same key are equal: they differ at most in case and Unicode composition. See
 * docs/security-requirements.md I-06.
 */
export function titleKeyOf(title: string): string {
  // `toUpperCase` comes first, because it expands characters without an upper-case form, such as ß to SS. After
  // `toLowerCase`, ς and σ are mapped to one letter.
  return title.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
