import type { Album } from '@tonarchiv/contract/catalog'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { AlbumDownloadButton } from './DownloadButton.tsx'
import { cancelDownloads } from './running-downloads.ts'

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

/** The button before a server whose download is half sent and then ends as the test says. */
async function renderButton({ isGone }: { isGone: boolean }) {
  signInAs(aUser())
  const requests: string[] = []
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    requests.push(`${method} ${path}`)
    if (method === 'HEAD') return Promise.resolve(new Response(null, { status: isGone ? 404 : 200 }))
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
  await render(
    <TestApp>
      <AlbumDownloadButton album={album} />
    </TestApp>,
  )
  await start.click()
  await expect.element(page.getByRole('button', { name: 'Download abbrechen, 50 %' })).toBeVisible()
  return { requests, fail: () => bodies.at(-1)?.error(new TypeError('terminated')) }
}

const start = page.getByRole('button', { name: 'Album herunterladen' })

test('the download of an album shows its progress, and a press cancels it', async () => {
  const { requests } = await renderButton({ isGone: false })
  await page.getByRole('button', { name: 'Download abbrechen, 50 %' }).click()
  await expect.element(page.getByText('Download abgebrochen')).toBeVisible()
  await expect.element(start).toBeVisible()
  expect(requests).toEqual(['GET /api/albums/a1/download'])
})

test('an album that is deleted on the way is said to be gone', async () => {
  const { fail } = await renderButton({ isGone: true })
  fail()
  await expect.element(page.getByText('„Nordlicht Süd“ ist nicht mehr im Archiv')).toBeVisible()
  await expect.element(start).toBeVisible()
})

test('a download that breaks off can be started again', async () => {
  const { requests, fail } = await renderButton({ isGone: false })
  fail()
  await expect.element(page.getByText(/^Download fehlgeschlagen/)).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('button', { name: 'Download abbrechen, 50 %' })).toBeVisible()
  expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
})
