import { plainLetters, spellingVariants } from '#features/catalog/index.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Maximum length in characters of an indexed word. The rest of a longer word is not indexed. */
const WORD_MAX_LENGTH = 40
/** Maximum number of indexed words of a document, and of used words of a search. */
const WORDS_OF_DOCUMENT = 3000
const WORDS_OF_SEARCH = 8
const TITLE_MAX_LENGTH = 200

/** The words of a text in their original spelling. */
export function wordsIn(text: string): string[] {
  return text.normalize('NFKC').match(WORD) ?? []
}

/** The spellings of a word as the index stores them. */
export function spellingsOf(word: string): string[] {
  return spellingVariants(word).flatMap((way) => way.slice(0, WORD_MAX_LENGTH).toWellFormed() || [])
}

/** All words of a text in all their spellings. */
export function indexedWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const word of wordsIn(text)) {
    for (const way of spellingsOf(word)) found.add(way)
    if (found.size >= WORDS_OF_DOCUMENT) break
  }
  return found
}

/** The words of a search, each with its spellings. Words above the limit are ignored. */
export function searchedWords(text: string): string[][] {
  const words = wordsIn(text).slice(0, WORDS_OF_SEARCH)
  return words.map(spellingsOf).filter((ways) => ways.length > 0)
}

/** A title in the form that is compared with a search. A title is found when it begins with the text of the search. */
export function plainTitle(title: string): string {
  return plainLetters(title).slice(0, TITLE_MAX_LENGTH).toWellFormed()
}
