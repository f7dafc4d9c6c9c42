import type { Album } from '@tonarchiv/contract/catalog'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ReactNode } from 'react'
import { clearToast } from '#ui/dom/toast.ts'
import { loseConnection } from '#testing/lose-connection.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { AlbumDownloadButton, PlaylistDownloadButton } from './DownloadButton.tsx'
import { cancelDownloads } from '#client/running-downloads.ts'

const album: Album = {
  albumId: 'a1',
  albumTitel: 'Nordlicht Süd',
  releaseJahr: 2024,
  type: 'album',
  albumCover: 'unknown',
  isExclusive: false,
  createdAt: '2026-01-10T12:00:00.000Z',
  tracks: [{ id: 't1', title: 'Abfahrt', file: 'abfahrt.mp3', duration: 61 }],
}

interface ServerState {
  isGone?: boolean
  /** The length in bytes that the fake server states when the ZIP is requested again. */
  lengthNow?: number
}

const albumButton = <AlbumDownloadButton album={album} />
const playlistButton = (
  <PlaylistDownloadButton playlist={{ id: 'p1', title: 'Nachtfahrten' }} disabled={false} />
)

/** Renders the button with a fake server that sends the first half of a download; the test decides how it ends. */
async function renderButton(button: ReactNode, { isGone = false, lengthNow = 100 }: ServerState = {}) {
  signInAs(aUser())
  const requests: string[] = []
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    if (!path.endsWith('/download')) throw new TypeError(`No answer to ${path}`)
    requests.push(`${method} ${path}`)
    const now = { status: isGone ? 404 : 200, headers: { 'Content-Length': String(lengthNow) } }
    if (method === 'HEAD') return Promise.resolve(new Response(null, now))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        controller.enqueue(new Uint8Array(50))
        bodies.push(controller)
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'Content-Length': '100' } }))
  })
  onTestFinished(() => {
    cancelDownloads()
    clearToast()
    vi.unstubAllGlobals()
  })
  await render(<TestApp>{button}</TestApp>)
  await start.click()
  await expect.element(page.getByRole('button', { name: 'Download abbrechen, 50 %' })).toBeVisible()
  return { requests, fail: () => bodies.at(-1)?.error(new TypeError('terminated')) }
}

const start = page.getByRole('button', { name: /^(Album|Playlist) herunterladen$/ })

test('the download of an album shows its progress, and a press cancels it', async () => {
  const { requests } = await renderButton(albumButton)
  await page.getByRole('button', { name: 'Download abbrechen, 50 %' }).click()
  await expect.element(page.getByText('Download abgebrochen')).toBeVisible()
  await expect.element(start).toBeVisible()
  expect(requests).toEqual(['GET /api/albums/a1/download'])
})

test('an album that is deleted on the way is said to be gone', async () => {
  const { fail } = await renderButton(albumButton, { isGone: true })
  fail()
  await expect.element(page.getByText('„Nordlicht Süd“ ist nicht mehr im Archiv')).toBeVisible()
  await expect.element(start).toBeVisible()
})

test('a download that breaks off can be started again', async () => {
  const { requests, fail } = await renderButton(albumButton)
  fail()
  await expect.element(page.getByText(/^Download fehlgeschlagen/)).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('button', { name: 'Download abbrechen, 50 %' })).toBeVisible()
  expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
})

test('a playlist from which a track is deleted on the way is said to have changed, and can be started again', async () => {
  const { requests, fail } = await renderButton(playlistButton, { lengthNow: 60 })
  fail()
  await expect.element(page.getByText(/^„Nachtfahrten“ wurde inzwischen geändert/)).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('button', { name: 'Download abbrechen, 50 %' })).toBeVisible()
  const path = '/api/playlists/p1/download'
  expect(requests).toEqual([`GET ${path}`, `HEAD ${path}`, `GET ${path}`])
})

test('a playlist without any file left is said to have none', async () => {
  const { fail } = await renderButton(playlistButton, { isGone: true })
  fail()
  const text = 'In „Nachtfahrten“ ist nichts mehr, was sich herunterladen lässt'
  await expect.element(page.getByText(text)).toBeVisible()
})

test('without a connection nothing can be downloaded; a download that runs can be cancelled', async () => {
  await renderButton(albumButton)
  loseConnection()
  await page.getByRole('button', { name: 'Download abbrechen, 50 %' }).click()
  await expect.element(start).toBeDisabled()
})
