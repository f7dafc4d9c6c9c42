import { type Reaction, REACTION_MEMBERS_NAMED, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '../server/src/database/prepared.ts'
import { newId } from '../server/src/platform/ids.ts'
import { VOICE_LINE } from './chat-voice.ts'
import { createConversations } from './conversations.ts'
import type { Services } from '../server/src/services.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The card of a message, which refers to an album or track by its title. */
type Reference =
  | { kind: 'album'; title: string }
  | { kind: 'track'; title: string }
  | { kind: 'premiere'; title: string }
  | { kind: 'moment'; title: string; second: number }

/**
 * Optional properties of a message: the index in `LINES` of the message that it answers, its reactions, its former
 * text, its card, and whether it is pinned.
 */
interface Later {
  answers?: number
  reactions?: Readonly<Record<string, readonly string[]>>
  formerText?: string
  isPinned?: boolean
  card?: Reference
  /** The kind of a system message about the album in `card`. */
  systemKind?: 'upload' | 'premiere'
}

/** Author, age and text of each message. */
const LINES: readonly (readonly [username: string, agoMs: number, text: string, later?: Later])[] = [
  [
    'frieda',
    3 * DAY_MS,
    'Willkommen im Archiv! Hier ist Platz für alles, was beim Hören einfällt.',
    {
      isPinned: true,
      reactions: { '🎶': ['jonas_w', 'mila', 'okan_s'], '❤️': ['lene-m'] },
    },
  ],
  ['jonas_w', 3 * DAY_MS - 4 * MINUTE_MS, 'Danke! „Nordlicht Süd“ läuft bei mir seit gestern in Schleife.'],
  [
    'mila',
    3 * DAY_MS - 6 * MINUTE_MS,
    'Bei mir auch. Der dritte Track 🖤',
    {
      answers: 1,
      reactions: { '🔥': ['jonas_w', 'frieda'] },
    },
  ],
  ['mila', DAY_MS + 90 * MINUTE_MS, '@frieda weißt du, ob vom „Kassettendeck“ noch mehr auftaucht?'],
  [
    'frieda',
    DAY_MS + 80 * MINUTE_MS,
    'Zwei Bänder liegen noch hier.\nIch digitalisiere sie am Wochenende.',
    {
      answers: 3,
      formerText: 'Zwei Bänder liegen noch hier.',
      reactions: { '👏': ['mila', 'jonas_w', 'bastiangr', 'nachtbus', 'lene-m', 'okan_s', 'tonkopf'] },
    },
  ],
  ['jonas_w', DAY_MS + 79 * MINUTE_MS, 'Großartig!'],
  ['jonas_w', 25 * MINUTE_MS, 'Kennt jemand das Original zu „Fünf vor zwölf“?'],
  ['tonkopf', 24 * MINUTE_MS, 'Wer das gut findet, hat noch nie Musik gehört. Geht doch woanders hin.'],
  [
    'mila',
    22 * MINUTE_MS,
    'Klingt nach einer Probeaufnahme, hör mal auf den Raum am Anfang.',
    {
      answers: 6,
    },
  ],
  ['okan_s', 18 * MINUTE_MS, '', { card: { kind: 'album', title: 'Kassettendeck' } }],
  [
    'okan_s',
    17 * MINUTE_MS,
    'Der Bass!',
    { card: { kind: 'moment', title: 'Nachts über die Brücke', second: 18 } },
  ],
  [
    'mila',
    12 * MINUTE_MS,
    'Hier kommt die zweite Stimme rein.',
    {
      card: { kind: 'moment', title: 'Nachts über die Brücke', second: 62 },
      reactions: { '🎧': ['jonas_w', 'okan_s', 'lene-m'] },
    },
  ],
  ['jonas_w', 11 * MINUTE_MS, 'Gänsehaut, jedes Mal.', { answers: 10 }],
  [
    'nachtbus',
    9 * MINUTE_MS,
    'Wer atmet da?',
    { card: { kind: 'moment', title: 'Nachts über die Brücke', second: 84 } },
  ],
  ['okan_s', 7 * MINUTE_MS, VOICE_LINE],
  [
    'frieda',
    6.5 * MINUTE_MS,
    '',
    { card: { kind: 'premiere', title: 'Zweite Halbzeit' }, systemKind: 'premiere' },
  ],
  [
    'frieda',
    6 * MINUTE_MS,
    '',
    {
      card: { kind: 'album', title: 'Umlaufbahn' },
      systemKind: 'upload',
      reactions: { '🎉': ['mila', 'okan_s'] },
    },
  ],
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

type IdOf = (username: string) => string

/** The rows of `chatReactions` for a message. Their revisions are made up and only determine the order. */
function membersOf({ reactions = {} }: Later, idOf: IdOf) {
  return Object.entries(reactions)
    .flatMap(([emoji, usernames]) => usernames.map((username) => ({ emoji, userId: idOf(username) })))
    .map(({ emoji, userId }, revision) => ({ emoji, userId, revision }))
}

function reactionsOf(later: Later, idOf: IdOf): Reaction[] {
  return [...Map.groupBy(membersOf(later, idOf), ({ emoji }) => emoji)].map(([emoji, members]) => ({
    emoji,
    count: members.length,
    userIds: members.slice(0, REACTION_MEMBERS_NAMED).map(({ userId }) => userId),
    since: members[0]?.revision ?? 0,
  }))
}

/**
 * The columns of a message's card. There is no card if the archive does not contain the album or track, which can
 * happen after an interrupted run.
 */
async function cardOf(db: Executor, { card, systemKind }: Later) {
  if (card === undefined) return {}
  const table = card.kind === 'moment' || card.kind === 'track' ? 'tracks' : 'albums'
  const row = await db.selectFrom(table).select('id').where('title', '=', card.title).executeTakeFirst()
  if (row === undefined) return {}
  return {
    cardKind: card.kind,
    cardId: row.id,
    cardSecond: card.kind === 'moment' ? card.second : null,
    systemKind: systemKind ?? null,
  }
}

/**
 * Adds messages of a few days, a friendship and an open friend request. If there is any message already, nothing is
 * added.
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
    const ids = LINES.map(() => newId())
    const lastId = ids.at(-1) ?? ''
    for (const [index, [username, agoMs, content, later = {}]] of LINES.entries()) {
      const id = ids[index] ?? ''
      const createdAt = new Date(time - agoMs).toISOString()
      const { answers, formerText, isPinned = false } = later
      const mentioned = people.filter((person) => content.includes(`@${person.username}`))
      await trx
        .insertInto('chatMessages')
        .values({
          id,
          conversationId: ROOM_ID,
          userId: idOf(username),
          content,
          mentions: JSON.stringify(
            mentioned.map((person) => ({ userId: person.id, username: person.username })),
          ),
          clientId: null,
          deletedAt: null,
          createdAt,
          replyTo: answers === undefined ? null : (ids[answers] ?? null),
          editedAt: formerText === undefined ? null : new Date(time - agoMs + MINUTE_MS).toISOString(),
          pinnedAt: isPinned ? createdAt : null,
          reactions: JSON.stringify(reactionsOf(later, idOf)),
          ...(await cardOf(trx, later)),
        })
        .execute()
      if (formerText !== undefined)
        await trx
          .insertInto('chatVersions')
          .values({ messageId: id, revision: 0, content: formerText, mentions: '[]', writtenAt: createdAt })
          .execute()
      for (const { emoji, userId, revision } of membersOf(later, idOf))
        await trx
          .insertInto('chatReactions')
          .values({ messageId: id, emoji, userId, revision, createdAt })
          .execute()
      await trx
        .insertInto('chatChanges')
        .values({
          conversationId: ROOM_ID,
          revision: index + 1,
          kind: 'message',
          messageId: id,
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
    await createConversations(trx, idOf, time)
  })
}
