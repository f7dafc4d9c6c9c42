import { type Card, type CardContent, cardNotFound, momentBeyondEnd } from '@tonarchiv/contract/cards'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import type { Executor } from '#database/prepared.ts'
import { findAlbum, findTrack } from '#features/catalog/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { type CardLink, cardLinkIn } from './card-link.ts'
import { resolveCards } from './resolve-cards.ts'

/** Checks and resolves cards for one account. */
export interface Cards {
  resolve(caller: Caller, cards: readonly Card[]): Promise<CardContent[]>
  /** @throws Refused `keyRequired`, `cardNotFound`, `momentBeyondEnd` when the caller may not share this card */
  check(caller: Caller, card: Card): Promise<void>
  /**
   * The card of the first link to the archive in a text, and the text without that link; undefined when there is none,
   * or the caller may not see what it leads to.
   */
  linkedIn(caller: Caller, text: string): Promise<{ card: Card; rest: string } | undefined>
}

export function openCards(
  services: Pick<Services, 'db' | 'config'>,
  presence: Pick<Presence, 'members'>,
): Cards {
  const { origin } = new URL(services.config.publicUrl)
  const resolve = async (caller: Caller, cards: readonly Card[]) =>
    resolveCards({ db: seenBy(services, caller).db, presence }, caller, cards)

  return {
    resolve,
    async check(caller, card) {
      const [content] = await resolve(caller, [card])
      if (content?.state === 'locked') throw new Refused(keyRequired)
      if (content?.state !== 'shown') throw new Refused(cardNotFound)
      if (isBeyondEnd(card, content)) throw new Refused(momentBeyondEnd)
    },
    async linkedIn(caller, text) {
      const link = cardLinkIn(text, origin)
      if (link === undefined) return undefined
      const card = await cardOf(seenBy(services, caller).db, caller, link)
      const [content] = card === undefined ? [] : await resolve(caller, [card])
      if (card === undefined || content?.state !== 'shown') return undefined
      return { card: isBeyondEnd(card, content) ? { kind: 'track', id: card.id } : card, rest: link.rest }
    },
  }
}

function isBeyondEnd({ second }: Card, { track }: CardContent): boolean {
  return second !== undefined && track !== undefined && second >= track.duration
}

/** The card of a link. Links name albums by their title, and tracks by their file or id. */
async function cardOf(
  db: Executor,
  caller: Caller,
  { kind, name, second }: CardLink,
): Promise<Card | undefined> {
  if (kind === 'playlist' || kind === 'video') return { kind, id: name }
  if (!hasKey(caller)) return undefined
  const found = kind === 'album' ? await findAlbum(db, name) : await findTrack(db, name)
  if (found === undefined) return undefined
  return { kind, id: found.id, ...(kind === 'moment' && { second }) }
}
