import { deleteAccount, exportAccount, forgotPassword, login } from '@tonarchiv/contract/auth'
import { generateAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { createAppPassword, revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { postMessage, setReadMark, uploadChatMedia } from '@tonarchiv/contract/chat'
import { addReaction, editMessage } from '@tonarchiv/contract/chat-changes'
import { openConversation } from '@tonarchiv/contract/conversations'
import { addFavorite } from '@tonarchiv/contract/favorites'
import { blockMember, rejectRequest, requestFriend } from '@tonarchiv/contract/friends'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import { addEntries, removeEntries } from '@tonarchiv/contract/playlist-entries'
import { addCollaborator, followPlaylist } from '@tonarchiv/contract/playlist-sharing'
import { savePlayState } from '@tonarchiv/contract/play-state'
import { recordPlay } from '@tonarchiv/contract/plays'
import { updateProfile } from '@tonarchiv/contract/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { enqueueEmail } from '#mail/mail.ts'
import { addByForm } from '#testing/album-forms.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { features } from './features.ts'

/**
 * Columns with ids, secrets, and other values that an account export does not contain, because only the program uses
 * them.
 */
const INTERNAL =
  /(?:^|_)ids?$|_hash$|_key$|_secret$|storage_name|revision|claimed_|next_try_at|^tries$|^pair$|^body_|^peaks$|^name$|^avatar_name$|^item_id$|^used_by$|^target$/
/**
 * Tables that are not part of an account export, because they hold at most ids, hashes and counters of an account.
 * `revocations` keeps the ids of deleted accounts, so that a restored backup does not undo a deletion.
 */
const OTHERWISE = new Set(['revocations', 'rate_limits', 'ended_sessions'])

/** All rows that contain the id of this account, with their table. */
async function rowsOf({ services: { db } }: TestApp, userId: string) {
  const found: { table: string; row: Record<string, unknown> }[] = []
  for (const { name: table } of await db.introspection.getTables()) {
    if (OTHERWISE.has(table)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db.withoutPlugins(),
    )
    for (const row of rows) if (Object.values(row).includes(userId)) found.push({ table, row })
  }
  return found
}

/** The values in rows that contain the id of this account, by table and column. */
async function keptOf(app: TestApp, userId: string): Promise<[string, string][]> {
  const kept: [string, string][] = []
  for (const { table, row } of await rowsOf(app, userId))
    for (const [column, value] of Object.entries(row)) {
      if (INTERNAL.test(column) || value === userId) continue
      if (typeof value === 'string' && value.length > 2) kept.push([`${table}.${column}`, value])
      if (typeof value === 'number' && value > 1) kept.push([`${table}.${column}`, String(value)])
    }
  return kept
}

/** Tables whose rows are kept when an account is deleted, by their names in the database. */
const keptTables = features.flatMap(({ tables }) =>
  Object.entries(tables).flatMap(([table, use]) =>
    use !== 'shared' && use.keptAfterDeletion === true ? [snakeCase(table)] : [],
  ),
)

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (character) => `_${character.toLowerCase()}`)
}

type Caller = Awaited<ReturnType<TestApp['signIn']>>

/** Creates a playlist for each member. The other member collaborates on it and follows it. */
async function fillPlaylists(app: TestApp, { mara, tom }: { mara: Caller; tom: Caller }, trackId: string) {
  const createdAt = new Date().toISOString()
  const playlistOf = async (owner: Caller, title: string) => {
    const body = {
      title,
      description: `Von ${title}`,
      visibility: 'members' as const,
      trackIds: [trackId, trackId],
    }
    return (await owner.call(createPlaylist, { body })).playlist
  }
  const rules = {
    match: 'all' as const,
    rules: [{ field: 'title' as const, op: 'is' as const, value: 'Ein Titel nach Regeln' }],
    order: 'archive' as const,
    limit: null,
  }
  await mara.call(createPlaylist, { body: { title: 'Automatisch', rules } })
  const [own, followed] = [await playlistOf(mara, 'Maras Liste'), await playlistOf(tom, 'Toms Liste')]
  const { db } = app.services
  await db
    .insertInto('friendships')
    .values([
      { userId: mara.id, friendId: tom.id, createdAt },
      { userId: tom.id, friendId: mara.id, createdAt },
    ])
    .execute()
  for (const { id } of [own, followed]) {
    const [owner, friend] = id === own.id ? [mara, tom] : [tom, mara]
    await owner.call(addCollaborator, { params: { id, userId: friend.id } })
    await friend.call(followPlaylist, { params: { id } })
    const entries = await db.selectFrom('playlistEntries').select('id').where('playlistId', '=', id).execute()
    await friend.call(removeEntries, {
      params: { id },
      body: { entryIds: entries.slice(0, 1).map((entry) => entry.id) },
    })
    await friend.call(addEntries, {
      params: { id },
      body: { batch: crypto.randomUUID(), trackIds: [trackId] },
    })
  }
}

test('the export contains every value that any table stores of the account and the paths of its files, and deletion leaves only what a feature declares', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const tom = await app.signIn({ username: 'tom_der_andere' })
  const mara = await app.signIn({ hasKey: false, username: 'mara_selbst' })
  const { accessKey } = await admin.call(generateAccessKey, {})
  await mara.call(redeemAccessKey, { body: { key: accessKey.key_value, uid: mara.id } })
  await app.call(login, { body: { email: mara.email, password: mara.password } })
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  await mara.call(updateProfile, {
    body: {
      displayName: 'Mara Muster',
      bio: 'Über mich',
      customStatus: 'Da',
      avatarUrl: `data:image/png;base64,${picture.toString('base64')}`,
    },
  })
  const appPasswords: { id: string; password: string }[] = []
  const album = await addByForm(admin, { tracks: [{ title: 'Lied', file: 'cbr.mp3' }] })
  const [track] = album.tracks
  const trackId = track?.id ?? ''
  await mara.call(recordPlay, { body: { track_id: trackId, completed: true } })
  const playing = {
    list: [trackId],
    queued: [{ key: 'eingereiht-1', track_id: trackId }],
    in_between: null,
    order: null,
    position: 0,
    source: { title: 'Mein Album', path: '/archive' },
    repeat: 'all' as const,
    shuffled: false,
    position_seconds: 83.5,
  }
  await mara.call(savePlayState, { body: { revision: 0, state: playing } })
  for (const name of ['Mein Küchenradio', 'Mein altes Telefon']) {
    const { appPassword, password } = await mara.call(createAppPassword, { body: { name } })
    appPasswords.push({ ...appPassword, password })
  }
  await mara.call(revokeAppPassword, { params: { id: appPasswords[1]?.id ?? '' } })
  await app.services.db
    .updateTable('appPasswords')
    .set({ app: 'Meine App', lastUsedAt: '2026-02-03T04:05:06.000Z' })
    .execute()
  await mara.call(addFavorite, { body: { item_type: 'track', item_id: `/api/stream/${track?.file}` } })
  await fillPlaylists(app, { mara, tom }, trackId)
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(picture)]), 'mein-foto.png')
  const { mediaUrl } = await mara.call(uploadChatMedia, { form })
  await mara.call(postMessage, {
    body: { message: 'Schau, @tom_der_andere!', messageType: 'media', mediaUrl },
  })
  const { message: others } = await tom.call(postMessage, { body: { message: 'Das ist von Tom' } })
  await mara.call(addReaction, { params: { id: others.id, emoji: '🔥' } })
  const body = { message: 'Das stimmt nicht', replyTo: others.id }
  const { message: reply } = await mara.call(postMessage, { body })
  await mara.call(editMessage, { params: { id: reply.id }, body: { message: 'Das stimmt' } })
  const { conversation } = await mara.call(openConversation, { body: { userId: tom.id } })
  const conversationId = conversation.id
  const { message } = await mara.call(postMessage, { body: { message: 'Nur für Tom', conversationId } })
  await tom.call(postMessage, { body: { message: 'Das ist von Tom, nur für Mara', conversationId } })
  await mara.call(setReadMark, { body: { lastReadId: message.id, conversationId } })
  await mara.call(blockMember, { params: { id: (await app.signIn()).id } })
  const rejecting = await app.signIn()
  const { request } = await mara.call(requestFriend, { body: { friendId: rejecting.id } })
  await rejecting.call(rejectRequest, { params: { id: request?.id ?? '' } })
  await mara.call(requestFriend, { body: { friendId: (await app.signIn()).id } })
  await app.call(forgotPassword, { body: { email: mara.email } })
  const later = new Date(app.services.now().getTime() + 60 * 60 * 1000)
  await enqueueEmail(app.services.db, later, {
    userId: mara.id,
    recipient: mara.email,
    subject: 'Ein Brief, der wartet',
    text: 'x',
    html: 'x',
  })

  // An email is deleted from this table when it is delivered, so that only the waiting one is left.
  await eventually(async () => {
    const waiting = await app.services.db.selectFrom('letters').select('subject').execute()
    expect(waiting).toEqual([{ subject: 'Ein Brief, der wartet' }])
  })
  const kept = await keptOf(app, mara.id)
  const data = await mara.call(exportAccount, {})
  const text = JSON.stringify(data)
  expect(text).toContain('Das stimmt nicht')
  const missing = kept.filter(([, value]) => !text.includes(JSON.stringify(value).slice(1, -1)))
  expect(missing).toEqual([])
  expect(new Set(kept.map(([place]) => place.split('.')[0])).size).toBeGreaterThan(10)
  const secrets = appPasswords.map(({ password }) => password)
  for (const foreign of [tom.email, 'Das ist von Tom', 'argon2', ...secrets])
    expect(text).not.toContain(foreign)

  const addresses = [...text.matchAll(/"(?:address|avatar)":"(\/api\/[^"]+)"/g)].map(([, address]) => address)
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    const file = await app.fetch(address ?? '', { headers: { authorization: `Bearer ${mara.token}` } })
    expect(file.status).toBe(200)
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0)
  }

  // This rejected call of an admin's route is recorded in the audit log.
  expect((await mara.refusal(generateAccessKey)).status).toBe(403)
  await mara.call(deleteAccount, { body: { password: mara.password } })
  await eventually(async () => {
    const left = (await rowsOf(app, mara.id)).map(({ table }) => table)
    expect([...new Set(left)].toSorted()).toEqual(keptTables.toSorted())
  })
})
