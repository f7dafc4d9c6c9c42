/**
 * Two titles with the same key are equal: they differ at most in case and Unicode composition. See
 * docs/security-requirements.md I-06.
 */
export function titleKeyOf(title: string): string {
  // Upper case first expands characters without a lower-case pair, such as ß; afterwards ς and σ are mapped
  // to one letter.
  return title.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
