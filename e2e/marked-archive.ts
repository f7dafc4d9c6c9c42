import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { addAlbumByCall } from './archive-calls.ts'
import { MARKUP_STRINGS } from './markup-strings.ts'
import { person } from './people.ts'
import { toneFile } from './tones.ts'

/** An album whose track titles are all of the markup strings. Other albums have these strings as titles, too. */
export const MARKED_ALBUM = MARKUP_STRINGS[1]
/** All markup strings in one text. */
const MARKED_TEXT = MARKUP_STRINGS.join('\n')
/** The markup strings that fit into one form field. */
const TEXT_FOR_FORMS = MARKUP_STRINGS.slice(0, 10).join('\n')

/**
 * Members whose names, texts and statuses are the strings. They are written to the database directly, because no form
 * accepts such long names.
 */
export function addMarkedMembers(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'archive.sqlite'))
  const add = database.prepare(
    `insert into users (id, email, username, display_name, bio, custom_status, password_hash, email_verified, key_verified, created_at)
     values (?, ?, ?, ?, ?, ?, 'none', 1, 1, ?)`,
  )
  for (const [index, markup] of MARKUP_STRINGS.entries()) {
    const number = String(index).padStart(2, '0')
    const id = `01940000-0000-7000-8000-0000000000${number}`
    const state = MARKUP_STRINGS[(index + 1) % MARKUP_STRINGS.length] ?? ''
    const name = `wer${number}`
    add.run(id, `${name}@beispiel.de`, name, markup, MARKED_TEXT, state, new Date().toISOString())
  }
  database.close()
}

/** Returns a function that sends HTTP requests as the member who is logged in on this page. */
export async function callsOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  const headers = { Authorization: `Bearer ${token}` }
  return async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    sent: { data?: unknown; multipart?: FormData } = {},
  ) => {
    const answer = await page.request.fetch(path, { method, headers, ...sent })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}

/** Creates every kind of text that other members read. */
export async function fillWithMarkup(page: Page, video: Buffer): Promise<void> {
  const call = await callsOf(page)
  await addAlbumByCall(page, {
    title: MARKED_ALBUM,
    tracks: MARKUP_STRINGS,
    sound: [toneFile(30)],
    cover: true,
  })
  for (const title of MARKUP_STRINGS.slice(2, 14)) await addAlbumByCall(page, { title, tracks: [title] })
  const { album } = await call('GET', `/albums/${encodeURIComponent(MARKED_ALBUM)}`)
  const [track] = album.tracks
  await call('POST', '/api/plays', { data: { track_id: track.id } })
  await call('POST', '/api/favorites', { data: { item_type: 'track', item_id: track.file } })
  for (const message of MARKUP_STRINGS) await call('POST', '/api/chat/messages', { data: { message } })
  await call('POST', '/api/videos', {
    multipart: formOf({ title: MARKUP_STRINGS[1], description: TEXT_FOR_FORMS }, video, 'webm'),
  })
  await call('PUT', '/api/user/profile', {
    data: { displayName: MARKUP_STRINGS[1], bio: TEXT_FOR_FORMS, customStatus: MARKUP_STRINGS[2] },
  })
  const { users } = await call('GET', '/api/users/search?q=wer00')
  await call('POST', '/api/friends/request', { data: { friendId: users[0].id } })
  // A login from another device, whose user agent is markup.
  const { email, password } = person('chefin')
  const device = { 'user-agent': `${MARKUP_STRINGS[1]} Firefox/1 Windows NT` }
  const data = { email, password }
  expect((await page.request.post('/api/auth/login', { headers: device, data })).ok()).toBe(true)
}

/** A form with a file whose name is markup and whose media type is that of a page. */
export function formOf(
  fields: Record<string, string>,
  bytes: Buffer,
  ending: string,
  part = 'file',
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(part, new File([Uint8Array.from(bytes)], `${MARKUP_STRINGS[3]}.${ending}`, { type: 'text/html' }))
  return form
}
