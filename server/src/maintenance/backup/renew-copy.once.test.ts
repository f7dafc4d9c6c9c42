import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { renewCopy } from './renew-copy.ts'

const AT = '2026-11-01T10:00:00.000Z'
const beforeChatChanges = migrations.slice(
  0,
  migrations.findIndex(([name]) => name.endsWith('-chat-changes')),
)

test('a deleted message stays deleted in a backup from before the log of changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-renewed-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'copy.sqlite')
  const old = openDatabase({ kind: 'sqlite', path }, () => {})
  await migrate(old, beforeChatChanges)
  for (const [id, revision] of [
    ['m1', 1],
    ['m2', 2],
  ] as const)
    await sql`insert into chat_messages (id, content, mentions, revision, created_at)
      values (${id}, 'Geheimes', '[]', ${revision}, ${AT})`.execute(old)
  await sql`update chat_state set revision = 2, last_id = 'm2'`.execute(old)
  await old.destroy()

  const revocation = { id: randomUUID(), kind: 'message', target: 'm1', at: AT, userId: null } as const
  const { revoked } = renewCopy(path, new Date(AT), new Map([[revocation.id, revocation]]))
  expect(revoked.message).toBe(1)

  const db = openDatabase({ kind: 'sqlite', path }, () => {})
  onTestFinished(async () => db.destroy())
  await migrate(db)
  const messages = await db.selectFrom('chatMessages').select(['id', 'content', 'deletedAt']).execute()
  expect(messages).toEqual([
    { id: 'm1', content: '', deletedAt: AT },
    { id: 'm2', content: 'Geheimes', deletedAt: null },
  ])
  expect(await db.selectFrom('chatChanges').selectAll().orderBy('revision').execute()).toEqual([
    { conversationId: 'room', revision: 1, kind: 'message', messageId: 'm1', payload: null },
    { conversationId: 'room', revision: 2, kind: 'message', messageId: 'm2', payload: null },
    { conversationId: 'room', revision: 3, kind: 'deletion', messageId: 'm1', payload: null },
  ])
})

/** What a message consists of, by the column that holds it. */
const CONTENTS = {
  content: 'Geheimes',
  mentions: '[{"userId":"u","username":"mara"}]',
  reply_to: 'm0',
  edited_at: AT,
  reactions: '[{"emoji":"🎻","count":1,"userIds":["u"],"since":2}]',
  pinned_at: AT,
  card_kind: 'moment',
  card_id: 't',
  card_second: 83,
  album: '[]',
}

test.each([
  '0044-conversations',
  '0045-changes-of-messages',
  '0047-chat-order',
  '0051-albums-of-images',
  undefined,
])('nothing of a deleted message stays in a backup from before the migration %s', async (next) => {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-renewed-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'copy.sqlite')
  const old = openDatabase({ kind: 'sqlite', path }, () => {})
  const end = migrations.findIndex(([name]) => name === next)
  await migrate(old, end === -1 ? migrations : migrations.slice(0, end))
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('chat_messages')`.execute(
    old,
  )
  const columns = Object.entries(CONTENTS).filter(([column]) => rows.some(({ name }) => name === column))
  await sql`insert into chat_messages (id, created_at, ${sql.join(columns.map(([name]) => sql.ref(name)))})
    values ('m1', ${AT}, ${sql.join(columns.map(([, value]) => value))})`.execute(old)
  await old.destroy()

  const revocation = { id: randomUUID(), kind: 'message', target: 'm1', at: AT, userId: null } as const
  renewCopy(path, new Date(AT), new Map([[revocation.id, revocation]]))

  const db = openDatabase({ kind: 'sqlite', path }, () => {})
  onTestFinished(async () => db.destroy())
  await migrate(db)
  const message = await db.selectFrom('chatMessages').selectAll().executeTakeFirstOrThrow()
  expect(message).toEqual({
    id: 'm1',
    conversationId: 'room',
    userId: null,
    clientId: null,
    createdAt: AT,
    deletedAt: AT,
    content: '',
    mentions: '[]',
    reactions: '[]',
    replyTo: null,
    editedAt: null,
    pinnedAt: null,
    cardKind: null,
    cardId: null,
    cardSecond: null,
    album: null,
    systemKind: null,
  })
})
