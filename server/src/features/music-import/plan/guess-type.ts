import type { AlbumType } from '@tonarchiv/contract/catalog'

const SINGLE_MAX_TRACKS = 3
const EP_MAX_TRACKS = 6

/** Words in a title, a folder name or a genre that indicate a type of album. */
const WORDS: readonly (readonly [RegExp, AlbumType])[] = [
  [/\b(?:unreleased|unveröffentlicht\w*|demos?|demotapes?|rohfassung(?:en)?|outtakes?)\b/iu, 'unreleased'],
  [/\b(?:loosies?|lose\s+(?:tracks?|songs?|stücke))\b/iu, 'loosies'],
  [/\be\.?p\b\.?/iu, 'ep'],
  [/\bsingles?\b/iu, 'single'],
  [/\b(?:feat\.?|ft\.|featuring|features?|gastparts?)(?=\W|$)/iu, 'feature'],
]
const FEATURED = /\b(?:feat\.?|ft\.|featuring)\s/iu

/** The values from which a type is guessed. */
export interface TypeClues {
  title: string
  /** The names of the folder and of its parents below the imported folder. */
  folders: readonly string[]
  trackTitles: readonly string[]
}

/**
 * Guesses the type of an album: first by words, then by whether every track has a guest artist, then by the number of
 * tracks.
 */
export function guessType({ title, folders, trackTitles }: TypeClues): AlbumType {
  const texts = [title, ...folders.toReversed()]
  for (const text of texts) {
    const named = WORDS.find(([word]) => word.test(text))
    if (named !== undefined) return named[1]
  }
  if (trackTitles.length > 1 && trackTitles.every((track) => FEATURED.test(track))) return 'feature'
  if (trackTitles.length <= SINGLE_MAX_TRACKS) return 'single'
  return trackTitles.length <= EP_MAX_TRACKS ? 'ep' : 'album'
}

/** Removes the type that iTunes appends to a title: "Messing - Single". */
export function withoutTypeSuffix(title: string): string {
  const bare = title.replace(/\s+-\s+(?:Single|EP)$/i, '').trim()
  return bare === '' ? title : bare
}
