import { ROOM_ID } from '@tonarchiv/contract/chat'
import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { conversationState } from '#features/chat/changes/store.ts'
import { countUnread, readMarkOf } from '#features/chat/messages/read-marks-store.ts'
import { listNewest } from '#features/chat/messages/store.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { type Migration, migrate, migrations } from './migrate.ts'
import type { Database } from './open.ts'
import { schemaOf } from '#testing/schema-of.ts'

const FIRST = migrations.findIndex(([name]) => name === '0044-conversations')
const LAST = migrations.findIndex(([name]) => name === '0059-authors-in-search')

type Value = string | number | null
type Row = Readonly<Record<string, Value>>

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
/**
 * Ids in the order of creation. The member `ids[n]` is newer than the message `messageId(n)` and older than the next
 * one.
 */
const idOf = (place: number) => `019abcde-0000-7000-8000-${String(place).padStart(12, '0')}`
const messageId = (index: number) => idOf(index * 10)

/**
 * Members with difficult names: some look alike, are in another case or script, have the maximum length, or are names
 * of columns.
 */
const MEMBERS = [
  ['jürgen_groß', 'Jürgen Groß', 1],
  ['camelCase', 'userId', 1],
  ['last_read_id', 'lastReadId "x" \\ \'y\'', 0],
  ['m'.repeat(30), 'Ä'.repeat(40), 0],
  ['mara', 'Mara Lindt', 0],
  ['fremd', 'MÁRA  LINDT!', 0],
  ['ohne', null, 0],
  ['kyrill', 'Мара 🎻', 0],
] as const
const ids = MEMBERS.map((_, index) => idOf(index * 10 + 5))

async function insert(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db.withoutPlugins())
}

/**
 * Fills the tables as they were before the tested migrations. Messages 7 and 20 are deleted, and message 9 is of a
 * deleted account. The changes up to revision 2 were removed.
 */
async function fillAsBefore(db: Database): Promise<void> {
  await insert(
    db,
    'users',
    MEMBERS.map(([username, displayName, isAdmin], index) => ({
      id: ids[index] ?? '',
      email: `${index}@beispiel.de`,
      username,
      password_hash: 'x',
      is_admin: isAdmin,
      email_verified: 1,
      key_verified: index % 2,
      created_at: at(index),
      display_name: displayName,
      bio: 'Zeile\nZeile\t"\\',
    })),
  )
  const messages = Array.from({ length: 40 }, (_, index) => index)
  const deletions = [7, 20]
  await insert(
    db,
    'chat_messages',
    messages.map((index) => ({
      id: messageId(index),
      user_id: index === 9 ? null : (ids[index % ids.length] ?? ''),
      content: deletions.includes(index) ? '' : `Nachricht ${index}\näöü 🎶 \\n "${'x'.repeat(index * 10)}"`,
      mentions: index === 5 ? `[{"userId":"${ids[1]}","username":"camelCase"}]` : '[]',
      client_id: index % 3 === 0 ? `c${index}` : null,
      deleted_at: deletions.includes(index) ? at(50) : null,
      created_at: at(index),
    })),
  )
  await insert(db, 'chat_changes', [
    ...messages.map((index) => ({
      revision: index + 3,
      kind: 'message',
      message_id: messageId(index),
      payload: null,
    })),
    ...deletions.map((index, number) => ({
      revision: 43 + number,
      kind: 'deletion',
      message_id: messageId(index),
      payload: null,
    })),
    { revision: 46, kind: 'of a newer version', message_id: messageId(1), payload: '{"lastReadId":1}' },
  ])
  await sql`update chat_state set revision = 46, last_id = ${messageId(39)}, forgotten_revision = 2`.execute(
    db,
  )
  await insert(
    db,
    'chat_media',
    (['image', 'voice', 'image'] as const).map((kind, index) => ({
      name: `datei-${index}`,
      user_id: ids[index] ?? '',
      message_id: index === 2 ? null : messageId(index),
      kind,
      storage_name: index === 1 ? null : `stored-${index}`,
      content_type: 'image/webp',
      size_bytes: 10 + index,
      given_bytes: 20,
      duration_seconds: kind === 'voice' ? 2.5 : null,
      width: kind === 'image' ? 30 : null,
      height: kind === 'image' ? 40 : null,
      peaks: kind === 'voice' ? '[0,50,100]' : null,
      file_name: 'Größe 1.png',
      created_at: at(index),
    })),
  )
  // The last member has never read.
  await insert(
    db,
    'chat_reads',
    ids.slice(0, -1).map((id, index) => ({ user_id: id, last_read_id: messageId(index * 6) })),
  )
  await insert(
    db,
    'friendships',
    [
      [0, 1],
      [1, 0],
      [2, 4],
      [4, 2],
    ].map(([one = 0, other = 0]) => ({
      user_id: ids[one] ?? '',
      friend_id: ids[other] ?? '',
      created_at: at(1),
    })),
  )
  await insert(db, 'friend_requests', [
    { id: 'r1', from_id: ids[5] ?? '', to_id: ids[0] ?? '', pair: `${ids[0]} ${ids[5]}`, created_at: at(2) },
    { id: 'r2', from_id: ids[6] ?? '', to_id: ids[7] ?? '', pair: `${ids[6]} ${ids[7]}`, created_at: at(3) },
  ])
}

/**
 * The documents of the search for four messages: one with an image, a voice message without its file, one with a
 * moment, and one of a deleted account.
 */
const INDEXED = [
  { index: 0, author: 0, holds: 1 },
  { index: 1, author: 1, holds: 0 },
  { index: 3, author: 3, holds: 4 },
  { index: 9, author: null, holds: 0 },
]

async function fillIndex(db: Database): Promise<void> {
  await insert(
    db,
    'search_documents',
    INDEXED.map(({ index }) => ({
      id: 7_000_000_000_000 - index,
      kind: 'message',
      ref: messageId(index),
      title: '',
      words: `${index}|`,
    })),
  )
}

/** All rows of all tables except those of the search and of the migrations, by table, in any order. */
async function rowsOf(db: Database): Promise<Map<string, Row[]>> {
  const tables = await db.introspection.getTables()
  const found = new Map<string, Row[]>()
  for (const { name, isView } of tables)
    if (!isView && !/^(?:search_|album_search|migrations$)/.test(name))
      found.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db.withoutPlugins())).rows)
  return found
}

const inOrder = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((name) => row[name]))).toSorted()

/** The number of unread messages of each member, counted in the tables as they were before the migrations. */
async function unreadBefore(db: Database): Promise<number[]> {
  const counts: number[] = []
  for (const id of ids) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from chat_messages
      where deleted_at is null and (user_id is null or user_id <> ${id})
        and id > coalesce((select last_read_id from chat_reads where user_id = ${id}), '')
        and created_at > (select created_at from users where id = ${id})`.execute(db)
    counts.push(Number(rows[0]?.count))
  }
  return counts
}

/** A copy of the migration that fails after its last statement. */
function interrupted([name, step]: (typeof migrations)[number]): readonly [string, Migration] {
  return [
    name,
    {
      up: async (db, kind) => {
        await step.up(db, kind)
        throw new Error('pulled the plug')
      },
    },
  ]
}

test('an archive with one room keeps every row and gets the schema of a new one, although each step is interrupted once', async () => {
  const db = (await freshDatabase()).open()
  await migrate(db, migrations.slice(0, FIRST))
  await fillAsBefore(db)
  const before = await rowsOf(db)
  const unread = await unreadBefore(db)
  await fillIndex(db)

  for (let index = FIRST; index <= LAST; index += 1) {
    const step = migrations[index] ?? ['', { up: async () => {} }]
    const done = migrations.slice(0, index)
    if (step[0] === '0059-authors-in-search')
      await sql`update chat_messages set card_kind = 'moment', card_id = 't', card_second = 1
        where id = ${messageId(3)}`.execute(db)
    await expect(migrate(db, [...done, interrupted(step)])).rejects.toThrow('pulled the plug')
    expect(await migrate(db, [...done, step])).toEqual([step[0]])
  }
  await migrate(db)

  const after = await rowsOf(db)
  for (const [table, rows] of before) {
    if (table === 'chat_state') continue
    const columns = Object.keys(rows[0] ?? {})
    expect([table, inOrder(after.get(table) ?? [], columns)]).toEqual([table, inOrder(rows, columns)])
  }
  expect(await conversationState(db, ROOM_ID)).toEqual({
    revision: 46,
    lastId: messageId(39),
    forgottenRevision: 2,
  })
  const shown = await listNewest(db, ROOM_ID, { limit: 50, offset: 0 })
  const kept = [...Array.from({ length: 40 }).keys()].filter((index) => index !== 7 && index !== 20)
  expect(shown.map(({ id }) => id)).toEqual(kept.map(messageId).toReversed())
  expect(
    new Set(
      [...(after.get('chat_changes') ?? []), ...(after.get('chat_reads') ?? [])].map(
        (row) => row['conversation_id'],
      ),
    ),
  ).toEqual(new Set([ROOM_ID]))
  const counts: number[] = []
  for (const userId of ids) {
    const mark = await readMarkOf(db, userId, ROOM_ID)
    counts.push(await countUnread(db, { userId, conversationId: ROOM_ID, mark, limit: 100 }))
  }
  expect(counts).toEqual(unread)
  const names = await db.selectFrom('displayNames').selectAll().orderBy('userId').execute()
  expect(names).toEqual(
    MEMBERS.flatMap(([, name], index) =>
      // Of the two names that look alike, only that of the older account is stored.
      name === null || index === 5 ? [] : [{ skeleton: nameSkeleton(name), userId: ids[index] }],
    ),
  )
  const documents = await db.selectFrom('searchDocuments').select(['ref', 'author', 'holds']).execute()
  expect(documents.toSorted((one, other) => (one.ref < other.ref ? -1 : 1))).toEqual(
    INDEXED.map(({ index, author, holds }) => ({
      ref: messageId(index),
      author: author === null ? null : ids[author],
      holds,
    })),
  )
  const fresh = (await freshDatabase()).open()
  await migrate(fresh)
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
  if (db.kind === 'sqlite') expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
})
