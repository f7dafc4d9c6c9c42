import { type Random, createRandom } from './random.ts'

/** Search texts of one kind. */
export interface Fragments {
  name: string
  fragments: string[]
}

/** Number of search texts, which is higher than the number of responses that a server could cache. */
const WANTED = 800
const LENGTHS = [2, 3, 4, 5, 6]
/** Number of albums in which substrings are counted. */
const SAMPLED = 2000
const MANY_SHARE = 0.03

/** Substrings of titles, as search texts. `texts`: all titles of each album. */
export function searchFragments(texts: readonly string[]): Fragments[] {
  const lower = texts.map((text) => text.toLowerCase())
  const sample = lower.slice(0, SAMPLED)
  const throws = createRandom(11)
  const counted = [...countFragments(sample)]
  const choose = (isWanted: (fragment: string, albums: number) => boolean) =>
    someOf(
      counted.filter(([fragment, albums]) => isWanted(fragment, albums)).map(([fragment]) => fragment),
      throws,
    )
  const many = choose(
    (fragment, albums) => isPlain(fragment) && fragment.length > 2 && albums >= sample.length * MANY_SHARE,
  )
  return [
    { name: 'stands in many titles', fragments: many },
    {
      name: 'stands in few titles',
      fragments: choose((fragment, albums) => isPlain(fragment) && fragment.length > 4 && albums === 1),
    },
    { name: 'two letters', fragments: choose((fragment) => isPlain(fragment) && fragment.length === 2) },
    { name: 'with umlaut or ß', fragments: choose((fragment) => !isPlain(fragment) && fragment.length > 2) },
    { name: 'stands nowhere', fragments: concatenated(many, lower.join('\n'), throws) },
  ]
}

/** Number of texts that contain each substring of a word. */
function countFragments(texts: readonly string[]): Map<string, number> {
  const albums = new Map<string, number>()
  for (const text of texts) {
    const own = new Set<string>()
    for (const [word] of text.matchAll(/[a-zäöüß]+/g))
      for (const length of LENGTHS)
        for (let start = 0; start + length <= word.length; start += 1)
          own.add(word.slice(start, start + length))
    for (const fragment of own) albums.set(fragment, (albums.get(fragment) ?? 0) + 1)
  }
  return albums
}

function isPlain(fragment: string): boolean {
  return /^[a-z]+$/.test(fragment)
}

/**
 * `WANTED` of the fragments, chosen at random. If there are too few fragments, they are repeated with other capitals,
 * which find the same albums.
 */
function someOf(fragments: readonly string[], throws: Random): string[] {
  const upper = fragments.map((fragment) => fragment.toUpperCase())
  const capital = fragments.map((fragment) => fragment.charAt(0).toUpperCase() + fragment.slice(1))
  const candidates = fragments.length >= WANTED ? [...fragments] : [...fragments, ...upper, ...capital]
  return Array.from({ length: Math.min(WANTED, candidates.length) }, () => {
    const [fragment = ''] = candidates.splice(throws.below(candidates.length), 1)
    return fragment
  })
}

/** Texts that occur nowhere, made of letters that often occur together. */
function concatenated(fragments: readonly string[], text: string, throws: Random): string[] {
  const glued = new Set<string>()
  while (glued.size < WANTED) {
    const fragment = throws.oneOf(fragments) + throws.oneOf(fragments)
    if (!text.includes(fragment)) glued.add(fragment)
  }
  return [...glued]
}
