import { foldText } from '@tonarchiv/contract/fold-text'

/** A part of a text, and whether it matches the search. */
export interface MarkedPart {
  text: string
  isMarked: boolean
}

/** Splits a text into parts that match one of these folded terms and parts that do not. */
export function markedParts(text: string, terms: readonly string[]): MarkedPart[] {
  const letters = Array.from(text.normalize())
  const { folded, places } = foldedWithPlaces(letters)
  const isMarked = letters.map(() => false)
  for (const term of terms) {
    if (term === '') continue
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + term.length))
      isMarked.fill(true, places[at], (places[at + term.length - 1] ?? 0) + 1)
  }
  const parts: MarkedPart[] = []
  letters.forEach((letter, index) => {
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked[index]) last.text += letter
    else parts.push({ text: letter, isMarked: isMarked[index] === true })
  })
  return parts
}

/** The folded text and, for each of its characters, the index of the original letter. */
function foldedWithPlaces(letters: readonly string[]) {
  let folded = ''
  const places: number[] = []
  letters.forEach((letter, index) => {
    const piece = foldText(letter)
    folded += piece
    for (let count = 0; count < piece.length; count += 1) places.push(index)
  })
  return { folded, places }
}

/** Number of letters that an excerpt contains before the first match. */
const BEFORE = 30

/** A text on one line. The excerpt of a long text begins shortly before its first match. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const [first] = markedParts(line, terms)
  if (first === undefined || first.isMarked || first.text.length <= 2 * BEFORE || first.text === line)
    return line
  const start = line.indexOf(' ', first.text.length - BEFORE)
  return `… ${line.slice(start === -1 || start >= first.text.length ? first.text.length : start + 1)}`
}
