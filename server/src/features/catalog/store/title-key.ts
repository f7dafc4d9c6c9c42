/**
 * What makes two titles the same: their letters, whatever their case and composition.
 * See docs/security-requirements.md I-06.
 */
export function titleKeyOf(title: string): string {
  // Upper case first unfolds what has no lower case of its own, such as ß; then ς and σ are one letter again.
  return title.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
