import type { Executor } from '../server/src/database/prepared.ts'
import { newId } from '../server/src/platform/ids.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface Talk {
  members: readonly [string, string]
  /** Author, age and text of each message. */
  lines: readonly (readonly [username: string, agoMs: number, text: string])[]
  /** A member who has read everything; authors have read up to their last message. */
  readBy?: string
}

const TALKS: readonly Talk[] = [
  {
    members: ['frieda', 'nachtbus'],
    lines: [
      ['nachtbus', 4 * DAY_MS, 'Samstag um acht am Güterschuppen?'],
      ['frieda', 4 * DAY_MS - 9 * MINUTE_MS, 'Bis Samstag dann.'],
    ],
    readBy: 'nachtbus',
  },
  {
    members: ['frieda', 'mila'],
    lines: [
      ['mila', DAY_MS + 30 * MINUTE_MS, 'Hast du die Probe von 2018 noch irgendwo?'],
      [
        'frieda',
        DAY_MS + 18 * MINUTE_MS,
        'Ja, liegt bei Videos. Die erste Fassung von „Letzte Bahn“, ohne Text.',
      ],
      ['mila', 52 * MINUTE_MS, 'Und jetzt pass auf, zweite Stimme: Nachts über die Brücke, bei 1:23.'],
      ['frieda', 49 * MINUTE_MS, 'Oh. Das ist ja Okan!'],
    ],
    readBy: 'mila',
  },
  {
    members: ['frieda', 'okan_s'],
    lines: [
      ['okan_s', 41 * MINUTE_MS, 'Bist du heute Abend da?'],
      ['okan_s', 40 * MINUTE_MS, 'Ich hätte das zweite Band dabei.'],
    ],
  },
  {
    // These two have an open friend request.
    members: ['frieda', 'jonas_w'],
    lines: [
      ['jonas_w', 2 * DAY_MS, 'Hallo, du hast neulich nach dem Band von 2018 gefragt. Ich hätte eine Kopie.'],
    ],
  },
]

/** Adds conversations of two members. */
export async function createConversations(
  trx: Executor,
  idOf: (username: string) => string,
  time: number,
): Promise<void> {
  for (const { members, lines, readBy } of TALKS) {
    const id = newId()
    const [one, other] = members.map(idOf).sort()
    if (one === undefined || other === undefined || one === '') continue
    const at = (agoMs: number) => new Date(time - agoMs).toISOString()
    const createdAt = at(lines[0]?.[1] ?? 0)
    const messages = lines.map(([username, agoMs, content]) => ({
      id: newId(),
      conversationId: id,
      userId: idOf(username),
      content,
      mentions: '[]',
      clientId: null,
      deletedAt: null,
      createdAt: at(agoMs),
    }))
    const lastId = messages.at(-1)?.id ?? ''
    const state = { revision: messages.length, lastId, forgottenRevision: 0 }
    await trx
      .insertInto('conversations')
      .values({ id, kind: 'direct', pair: `${one}:${other}`, createdAt, ...state })
      .execute()
    for (const userId of [one, other])
      await trx.insertInto('conversationMembers').values({ conversationId: id, userId }).execute()
    await trx.insertInto('chatMessages').values(messages).execute()
    const changes = messages.map((message, index) => ({
      conversationId: id,
      revision: index + 1,
      kind: 'message',
      messageId: message.id,
      payload: null,
    }))
    await trx.insertInto('chatChanges').values(changes).execute()
    for (const username of members) {
      const own = messages.findLast(({ userId }) => userId === idOf(username))?.id
      const lastReadId = username === readBy ? lastId : own
      if (lastReadId !== undefined)
        await trx
          .insertInto('chatReads')
          .values({ userId: idOf(username), conversationId: id, lastReadId })
          .execute()
    }
  }
}
