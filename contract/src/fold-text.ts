const ACCENTS = /\p{M}/gu

/** A text as searches compare it: without case and accents, ß as ss. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(ACCENTS, '').toLocaleLowerCase('de').replaceAll('ß', 'ss')
}

/** Whether a text holds every word of a search, in any order. */
export function containsWords(text: string, search: string): boolean {
  const folded = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
