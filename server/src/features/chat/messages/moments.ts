import { type Moment, MOMENTS_MAX } from '@tonarchiv/contract/moments'
import type { Person } from '@tonarchiv/contract/presence'
import { isScoped } from '#database/scoped.ts'
import { findTracks } from '#features/catalog/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** The id of authors whose account was deleted. */
const DELETED_ID = 'deleted'
/** Maximum number of replies that are counted for one response; older ones are not counted. */
const REPLIES_MAX = 1000

interface Needs extends Pick<Services, 'db'> {
  presence: Pick<Presence, 'members'>
}

/**
 * The newest moments of a track in conversations that the reader takes part in, sorted by second, and then in the order
 * in which they were sent.
 */
export async function momentsOfTrack(
  { db, presence }: Needs,
  readerId: string,
  trackId: string,
): Promise<Moment[]> {
  if (isScoped(db) && !(await findTracks(db, [trackId])).has(trackId)) return []
  const messages = (await store.listMoments(db, { trackId, readerId, limit: MOMENTS_MAX })).map(toWire)
  if (messages.length === 0) return []
  const replies = await store.listReplies(
    db,
    messages.map(({ id }) => id),
    REPLIES_MAX,
  )
  const members = await presence.members()
  const person = (id: string | null): Person => {
    const profile = id === null ? undefined : members.get(id)
    return profile === undefined ? deletedPerson(id ?? DELETED_ID) : personIn(profile)
  }
  const repliesTo = Map.groupBy(replies, ({ replyTo }) => replyTo)
  return messages
    .flatMap(({ id, content, createdAt, card, userId }) => {
      if (card?.second === undefined) return []
      const own = repliesTo.get(id) ?? []
      return {
        messageId: id,
        second: card.second,
        text: content,
        author: person(userId),
        createdAt,
        replyCount: own.length,
        lastReplier: own[0] === undefined ? null : person(own[0].userId),
      }
    })
    .sort((one, other) => one.second - other.second || (one.messageId < other.messageId ? -1 : 1))
}
