import { SEARCH_PEOPLE_MIN_LENGTH } from '@tonarchiv/contract/search'
import { foldText } from '@tonarchiv/contract/fold-text'
import { lengthOf } from '@tonarchiv/contract/text'
import { findMembers, foldedNames } from '#features/friends/index.ts'
import type { Presence, Profile } from '#features/presence/index.ts'
import { bitsBeyond, codesOf, comparing, lettersOf, SLIPS_MAX, slipsIn } from './similar-words.ts'
import { wordsIn } from './words.ts'

/**
 * A member whose name has words that are similar to those of the search. `instead` has the similar word for each word
 * of the search; undefined where the name contains the word itself.
 */
export interface SimilarPerson {
  profile: Profile
  instead: readonly (string | undefined)[]
}

/** Other members whose username or name contains the text, as the search for friends finds them. */
export async function findPeople(
  presence: Pick<Presence, 'members' | 'isHidden'>,
  userId: string,
  text: string,
): Promise<Profile[]> {
  return lengthOf(text) < SEARCH_PEOPLE_MIN_LENGTH ? [] : findMembers(presence, userId, text)
}

/**
 * Other members whose names contain every word of the text or a similar word. Members with the fewest slips come first.
 */
export async function findSimilarPeople(
  presence: Pick<Presence, 'members' | 'isHidden'>,
  userId: string,
  text: string,
): Promise<SimilarPerson[]> {
  const wanted = wordsIn(foldText(text))
  if (wanted.length === 0 || lengthOf(text) < SEARCH_PEOPLE_MIN_LENGTH) return []
  const names = namesOf(await presence.members())
  let found = new Map<Profile, readonly Nearest[]>()
  for (const [index, word] of wanted.entries()) {
    const before = index === 0 ? undefined : found
    found = new Map()
    for (const [profile, nearest] of nearestIn(names, word)) {
      const others = before === undefined ? [] : before.get(profile)
      if (others !== undefined && profile.id !== userId && !presence.isHidden(userId, profile.id))
        found.set(profile, [...others, nearest])
    }
    if (found.size === 0) return []
  }
  return [...found]
    .map(([profile, nearest]) => ({ profile, nearest, slips: sum(nearest.map(({ slips }) => slips)) }))
    .sort((a, b) => a.slips - b.slips)
    .map(({ profile, nearest }) => ({ profile, instead: nearest.map(({ word }) => word) }))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** The words of all names of members. `letters` holds the result of `lettersOf` for each word. */
interface Names {
  words: readonly string[]
  profiles: readonly Profile[]
  /** The index in `codes` at which each word ends. */
  ends: Int32Array
  codes: Uint16Array
  letters: Int32Array
}

const known = new WeakMap<ReadonlyMap<string, Profile>, Names>()

function namesOf(members: ReadonlyMap<string, Profile>): Names {
  let names = known.get(members)
  if (names === undefined) {
    const all = [...members.values()].flatMap((profile) =>
      foldedNames(profile)
        .flatMap(wordsIn)
        .map((word) => ({ word, profile })),
    )
    const words = all.map(({ word }) => word)
    let end = 0
    names = {
      words,
      profiles: all.map(({ profile }) => profile),
      ends: Int32Array.from(words, ({ length }) => (end += length)),
      codes: codesOf(words.join('')),
      letters: Int32Array.from(all, ({ word }) => lettersOf(word)),
    }
    known.set(members, names)
  }
  return names
}

interface Nearest {
  slips: number
  /** The word of the name that is similar to the word of the search; undefined if it has no slips. */
  word?: string
}

/**
 * The members with a name that contains a word of the search or a similar word. Where several words of a name are
 * similar, the word with the fewest slips is returned.
 */
function nearestIn({ words, profiles, ends, codes, letters }: Names, word: string): Map<Profile, Nearest> {
  const compare = comparing(word)
  const own = lettersOf(word)
  const found = new Map<Profile, Nearest>()
  for (let index = 0; index < words.length; index += 1) {
    const its = letters[index] ?? 0
    const missing = own & ~its
    if (bitsBeyond(SLIPS_MAX, missing) !== 0) continue
    const name = words[index]
    const profile = profiles[index]
    if (name === undefined || profile === undefined) continue
    if (missing === 0 && name.includes(word)) found.set(profile, { slips: 0 })
    else if (Math.abs(name.length - word.length) <= SLIPS_MAX && bitsBeyond(SLIPS_MAX, its & ~own) === 0) {
      const most = slipsIn(Math.max(word.length, name.length))
      const end = ends[index] ?? 0
      const slips = compare?.whole(codes, end - name.length, end, most) ?? Infinity
      if (slips <= most && slips < (found.get(profile)?.slips ?? Infinity))
        found.set(profile, { slips, word: name })
    }
  }
  return found
}
