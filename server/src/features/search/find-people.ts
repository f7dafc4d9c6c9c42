import { SEARCH_PEOPLE_MIN_LENGTH } from '@tonarchiv/contract/search'
import { foldText } from '@tonarchiv/contract/fold-text'
import { lengthOf } from '@tonarchiv/contract/text'
import { findMembers, foldedNames } from '#features/friends/index.ts'
import type { Presence, Profile } from '#features/presence/index.ts'
import { comparing, slipsIn } from './similar-words.ts'
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
  const compared = wordsIn(foldText(text)).map((word) => ({ word, compare: comparing(word) }))
  if (compared.length === 0 || lengthOf(text) < SEARCH_PEOPLE_MIN_LENGTH) return []
  const found: (SimilarPerson & { slips: number })[] = []
  for (const profile of (await presence.members()).values()) {
    if (profile.id === userId) continue
    const names = foldedNames(profile).flatMap(wordsIn)
    let slips = 0
    const instead = compared.map(({ word, compare }) => {
      if (names.some((name) => name.includes(word))) return undefined
      const nearest = names
        .map((name) => ({ name, slips: compare?.(name).whole ?? Infinity }))
        .filter((one) => one.slips <= slipsIn(Math.max(word.length, one.name.length)))
        .toSorted((a, b) => a.slips - b.slips)
        .at(0)
      slips += nearest?.slips ?? Infinity
      return nearest?.name
    })
    if (Number.isFinite(slips)) found.push({ profile, instead, slips })
  }
  return found.toSorted((a, b) => a.slips - b.slips)
}
