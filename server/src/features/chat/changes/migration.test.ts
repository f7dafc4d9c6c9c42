import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { runAlone } from '#testing/postgres.ts'
import { changeKinds } from '../messages/change-kinds.ts'
import { readChanges } from './change-kinds.ts'
import * as store from './store.ts'

const before = migrations.slice(
  0,
  migrations.findIndex(([name]) => name.endsWith('-chat-changes')),
)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-changes-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

function opened(...choice: Parameters<typeof openDatabase>): Database {
  const db = openDatabase(...choice)
  onTestFinished(async () => db.destroy())
  return db
}

/** An empty database without any table. */
async function emptyDatabase(): Promise<Database> {
  const serverUrl: string | undefined = inject('postgresUrl')
  if (serverUrl === undefined)
    return opened({ kind: 'sqlite', path: join(await newFolder(), 'a.sqlite') }, () => {})
  const url = new URL(serverUrl)
  url.pathname = `/changes_${randomUUID().replaceAll('-', '')}`
  await runAlone(serverUrl, `create database ${url.pathname.slice(1)}`)
  return opened({ kind: 'postgres', url: url.href }, () => {})
}

const AT = '2026-11-01T10:00:00.000Z'

/** Message 3 was deleted by change 5; change 2 belonged to a message that is no longer stored. */
async function talkAsBefore(db: Database): Promise<void> {
  await migrate(db, before)
  for (const [id, revision, deletedRevision] of [
    ['m1', 1, null],
    ['m3', 3, 5],
    ['m4', 4, null],
    ['m6', 6, null],
  ] as const)
    await sql`insert into chat_messages
        (id, user_id, content, mentions, client_id, revision, deleted_revision, deleted_at, created_at)
      values (${id}, null, ${deletedRevision === null ? id : ''}, '[]', null, ${revision}, ${deletedRevision},
        ${deletedRevision === null ? null : AT}, ${AT})`.execute(db)
  await sql`update chat_state set revision = 6, last_id = 'm6', forgotten_revision = 2`.execute(db)
}

test('a chat from before the change log is migrated to it: each change has its revision', async () => {
  const db = await emptyDatabase()
  await talkAsBefore(db)
  await migrate(db)

  const read = async (since: number, until: number) =>
    (await readChanges(db, changeKinds, { conversationId: ROOM_ID, since, until })).map((change) =>
      change.type === 'chatMessage'
        ? [change.revision, change.message.content]
        : [change.revision, change.type, 'id' in change && change.id],
    )
  expect(await read(0, 6)).toEqual([
    [1, 'm1'],
    [3, 'chatMessageDeleted', 'm3'],
    [4, 'm4'],
    [5, 'chatMessageDeleted', 'm3'],
    [6, 'm6'],
  ])
  expect(await read(3, 4)).toEqual([[4, 'm4']])
  expect(await store.conversationState(db, ROOM_ID)).toEqual({
    revision: 6,
    lastId: 'm6',
    forgottenRevision: 2,
  })
  const deletedSince = async (revision: number) =>
    store.deletedSince(db, { conversationId: ROOM_ID, revision, limit: 10 })
  expect(await deletedSince(4)).toEqual(['m3'])
  expect(await deletedSince(1)).toEqual(['m3'])
  expect(await deletedSince(5)).toEqual([])

  const next = await db.transaction().execute(async (trx) => {
    const revision = await store.nextRevision(trx, ROOM_ID)
    await store.insertChange(trx, { conversationId: ROOM_ID, revision, kind: 'deletion', messageId: 'm4' })
    return revision
  })
  expect(next).toBe(7)
})
