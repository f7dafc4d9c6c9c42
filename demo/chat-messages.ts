import { ROOM_ID } from '@tonarchiv/contract/chat'
import { newId } from '../server/src/platform/ids.ts'
import type { Services } from '../server/src/services.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Author, age and text of each message. */
const LINES: readonly (readonly [username: string, agoMs: number, text: string])[] = [
  ['frieda', 3 * DAY_MS, 'Willkommen im Archiv! Hier ist Platz für alles, was beim Hören einfällt.'],
  ['jonas_w', 3 * DAY_MS - 4 * MINUTE_MS, 'Danke! „Nordlicht Süd“ läuft bei mir seit gestern in Schleife.'],
  ['mila', 3 * DAY_MS - 6 * MINUTE_MS, 'Bei mir auch. Der dritte Track 🖤'],
  ['mila', DAY_MS + 90 * MINUTE_MS, '@frieda weißt du, ob vom „Kassettendeck“ noch mehr auftaucht?'],
  ['frieda', DAY_MS + 80 * MINUTE_MS, 'Zwei Bänder liegen noch hier.\nIch digitalisiere sie am Wochenende.'],
  ['jonas_w', DAY_MS + 79 * MINUTE_MS, 'Großartig!'],
  ['jonas_w', 25 * MINUTE_MS, 'Kennt jemand das Original zu „Fünf vor zwölf“?'],
  ['mila', 22 * MINUTE_MS, 'Klingt nach einer Probeaufnahme, hör mal auf den Raum am Anfang.'],
]
const FRIENDS: readonly (readonly [string, string])[] = [
  ['frieda', 'mila'],
  ['frieda', 'okan_s'],
  ['frieda', 'nachtbus'],
  ['jonas_w', 'mila'],
  ['jonas_w', 'bastiangr'],
]
const REQUESTS: readonly (readonly [from: string, to: string])[] = [
  ['jonas_w', 'frieda'],
  ['lene-m', 'jonas_w'],
  ['tonkopf', 'mila'],
]

/**
 * Adds a few days of messages, a friendship and an open request. If there is any message already, nothing is added.
 */
export async function createTalk({ db, now }: Services): Promise<void> {
  const people = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? ''
  const time = now().getTime()
  await db.transaction().execute(async (trx) => {
    const state = await trx
      .selectFrom('conversations')
      .select('revision')
      .where('id', '=', ROOM_ID)
      .executeTakeFirstOrThrow()
    if (state.revision > 0) return
    let lastId = ''
    for (const [index, [username, agoMs, content]] of LINES.entries()) {
      lastId = newId()
      const mentioned = people.filter((person) => content.includes(`@${person.username}`))
      await trx
        .insertInto('chatMessages')
        .values({
          id: lastId,
          conversationId: ROOM_ID,
          userId: idOf(username),
          content,
          mentions: JSON.stringify(
            mentioned.map((person) => ({ userId: person.id, username: person.username })),
          ),
          clientId: null,
          deletedAt: null,
          createdAt: new Date(time - agoMs).toISOString(),
        })
        .execute()
      await trx
        .insertInto('chatChanges')
        .values({
          conversationId: ROOM_ID,
          revision: index + 1,
          kind: 'message',
          messageId: lastId,
          payload: null,
        })
        .execute()
    }
    await trx
      .updateTable('conversations')
      .set({ revision: LINES.length, lastId })
      .where('id', '=', ROOM_ID)
      .execute()
    const createdAt = new Date(time - 2 * DAY_MS).toISOString()
    for (const [one, other] of FRIENDS)
      for (const [userId, friendId] of [
        [idOf(one), idOf(other)],
        [idOf(other), idOf(one)],
      ] as const)
        await trx.insertInto('friendships').values({ userId, friendId, createdAt }).execute()
    for (const [from, to] of REQUESTS) {
      const [fromId, toId] = [idOf(from), idOf(to)]
      const pair = fromId < toId ? `${fromId}:${toId}` : `${toId}:${fromId}`
      await trx.insertInto('friendRequests').values({ id: newId(), fromId, toId, pair, createdAt }).execute()
    }
  })
}
