import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** The headers of a call in the name of the member who is logged in on this page. */
export async function headersOf(page: Page): Promise<Record<string, string>> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  return { Authorization: `Bearer ${token}` }
}

interface AlbumToAdd {
  title: string
  tracks: readonly string[]
  year?: number
  type?: string
  isExclusive?: boolean
  cover?: boolean
  /** If this is set, only admins see the album until `opensAt`. */
  premiere?: { opensAt: string; isCovered: boolean }
  /**
   * The files of the tracks: the bytes of one file for all tracks, or of a file for each. A file without a name is a
   * WAV file. Without this field the tracks are placeholders.
   */
  sound?: Buffer | readonly (Buffer | { name: string; bytes: Buffer })[]
}

export async function addAlbumByCall(page: Page, album: AlbumToAdd): Promise<void> {
  const {
    title,
    tracks,
    year = 2024,
    type = 'album',
    isExclusive = false,
    cover = false,
    sound,
    premiere,
  } = album
  const form = new FormData()
  const data = {
    albumTitel: title,
    releaseJahr: year,
    type,
    isExclusive,
    premiere,
    tracks: tracks.map((name) => ({ title: name })),
  }
  form.set('albumData', JSON.stringify(data))
  if (cover) {
    const bytes = await readFile(new URL('../web/public/default-album.jpg', import.meta.url))
    form.set('albumCover', new File([bytes], 'cover.jpg', { type: 'image/jpeg' }))
  }
  if (sound !== undefined)
    tracks.forEach((_name, index) => {
      const given = Buffer.isBuffer(sound) ? sound : sound[index]
      if (given === undefined) return
      const { name, bytes } = Buffer.isBuffer(given) ? { name: `${index}.wav`, bytes: given } : given
      form.set(`track${index}`, new File([Uint8Array.from(bytes)], name))
    })
  const answer = await page.request.post('/api/add-album', {
    headers: await headersOf(page),
    multipart: form,
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Adds the video of this file. */
export async function addVideoByCall(page: Page, title: string, path: string): Promise<void> {
  const form = new FormData()
  form.set('title', title)
  form.set('upload_date', '2024-11-14')
  form.set('file', new File([await readFile(path)], basename(path)))
  const answer = await page.request.post('/api/videos', { headers: await headersOf(page), multipart: form })
  expect(answer.status(), await answer.text()).toBe(201)
}

export async function deleteAlbumByCall(page: Page, title: string): Promise<void> {
  const headers = await headersOf(page)
  const answer = await page.request.delete(`/api/delete-album/${encodeURIComponent(title)}`, { headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Saves lyrics for a track of an album. */
export async function saveLyricsByCall(
  page: Page,
  album: string,
  track: string,
  text: string,
): Promise<void> {
  const headers = await headersOf(page)
  const found = await (await page.request.get(`/albums/${encodeURIComponent(album)}`, { headers })).json()
  const { id } = found.album.tracks.find(({ title }: { title: string }) => title === track)
  const answer = await page.request.put(`/api/track/${id}/lyrics`, { headers, data: { text } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Revokes a member's access key. */
export async function withdrawKey(page: Page, username: string): Promise<void> {
  const headers = await headersOf(page)
  const list = await (await page.request.get('/api/admin/users', { headers })).json()
  const { id } = list.users.find((user: { username: string }) => user.username === username)
  const answer = await page.request.put(`/api/admin/users/${id}`, { headers, data: { keyVerified: false } })
  expect(answer.ok()).toBe(true)
}

export async function createKey(page: Page): Promise<string> {
  const answer = await page.request.post('/api/generate-access-key', { headers: await headersOf(page) })
  expect(answer.ok()).toBe(true)
  const { accessKey } = await answer.json()
  return String(accessKey.key_value)
}

/** Waits until the search finds this text. The index is written after the calls that add to the archive. */
export async function expectInIndex(page: Page, text: string): Promise<void> {
  const headers = await headersOf(page)
  // The answer repeats the query in small letters, so it has the capital letter only in hits.
  const found = async () => (await page.request.get('/api/search', { headers, params: { q: text } })).text()
  await expect.poll(found, { message: `${text} is found` }).toContain(text)
}
