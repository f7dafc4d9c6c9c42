import { SEARCH_PEOPLE_MIN_LENGTH } from '@tonarchiv/contract/search'
import { foldText } from '@tonarchiv/contract/fold-text'
import { lengthOf } from '@tonarchiv/contract/text'
import { findMembers, foldedNames } from '#features/friends/index.ts'
import type { Presence, Profile } from '#features/presence/index.ts'
import { bitsIn, comparing, lettersOf, SLIPS_MAX, slipsIn } from './similar-words.ts'
import { wordsIn } from './words.ts'

/** A member whose name has similar words, with those words. */
export interface SimilarPerson {
  profile: Profile
  instead: readonly (string | undefined)[]
}

/** Other members whose username or name contains the text, as the search for friends finds them. */
export async function findPeople(
  presence: Pick<Presence, 'members'>,
  userId: string,
  text: string,
): Promise<Profile[]> {
  return lengthOf(text) < SEARCH_PEOPLE_MIN_LENGTH ? [] : findMembers(presence, userId, text)
}

/** Other members whose names contain every word of the text or a similar one, fewest slips first. */
export async function findSimilarPeople(
  presence: Pick<Presence, 'members'>,
  userId: string,
  text: string,
): Promise<SimilarPerson[]> {
  const wanted = wordsIn(foldText(text)).map(nearestIn)
  if (wanted.length === 0 || lengthOf(text) < SEARCH_PEOPLE_MIN_LENGTH) return []
  const found: (SimilarPerson & { slips: number })[] = []
  for (const profile of (await presence.members()).values()) {
    if (profile.id === userId) continue
    const names = wordsOfNames(profile)
    const instead: (string | undefined)[] = []
    let slips = 0
    for (const nearest of wanted) {
      const one = nearest(names)
      if (one === undefined) break
      instead.push(one.word)
      slips += one.slips
    }
    if (instead.length === wanted.length) found.push({ profile, instead, slips })
  }
  return found.toSorted((a, b) => a.slips - b.slips)
}

/** A word of a name, with what `lettersOf` returns for it. */
interface NameWord {
  name: string
  letters: number
}

const known = new WeakMap<Profile, readonly NameWord[]>()

function wordsOfNames(profile: Profile): readonly NameWord[] {
  let words = known.get(profile)
  if (words === undefined) {
    words = foldedNames(profile)
      .flatMap(wordsIn)
      .map((name) => ({ name, letters: lettersOf(name) }))
    known.set(profile, words)
  }
  return words
}

/**
 * Returns a function that finds a word in names: one without slips that contains it, or the nearest similar one
 * as `word`.
 */
function nearestIn(word: string) {
  const compare = comparing(word)
  const own = lettersOf(word)
  return (names: readonly NameWord[]): { slips: number; word?: string } | undefined => {
    let nearest: { slips: number; word: string } | undefined
    for (const { name, letters } of names) {
      if (name.includes(word)) return { slips: 0 }
      if (compare === undefined || bitsIn(own & ~letters) > SLIPS_MAX) continue
      const { whole: slips } = compare(name)
      if (slips <= slipsIn(Math.max(word.length, name.length)) && slips < (nearest?.slips ?? Infinity))
        nearest = { slips, word: name }
    }
    return nearest
  }
}
