import { exportAccountFiles } from '@tonarchiv/contract/auth'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { cancelDownloads } from '#client/running-downloads.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { DataExport } from './DataExport.tsx'

const MEBIBYTE = 1024 * 1024

async function renderExport() {
  signInAs(aUser())
  onTestFinished(() => {
    cancelDownloads()
    clearToast()
    vi.unstubAllGlobals()
  })
  await render(
    <TestApp>
      <DataExport />
    </TestApp>,
  )
}

/** A fake server whose ZIP archive the test sends. The size of the archive is not announced. */
function serveArchive() {
  const { promise, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    if (path !== exportAccountFiles.path) throw new TypeError(`No answer to ${path}`)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        resolve(controller)
      },
    })
    return Promise.resolve(new Response(body))
  })
  return promise
}

/** Collects the names and sizes of the files that are saved. */
function keepSaved() {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return saved
}

const withFiles = page.getByRole('button', { name: 'Mit Dateien (ZIP)', exact: true })
const running = page.getByRole('button', { name: /^Mit Dateien \(ZIP\) abbrechen/ })

test('the export with files shows how much has come and is saved at its end', async () => {
  const saved = keepSaved()
  const archive = serveArchive()
  await renderExport()
  await withFiles.click()
  await expect.element(running).toHaveTextContent('Abbrechen')
  const server = await archive
  server.enqueue(new Uint8Array(3 * MEBIBYTE))
  await expect.element(running).toHaveTextContent('Abbrechen, 3 MB')
  expect(saved).toEqual([])
  server.close()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/-meine-daten\.zip$/)])
  await expect.element(withFiles).toBeVisible()
})

test('a press cancels the running export, which can be started anew', async () => {
  const saved = keepSaved()
  const archive = serveArchive()
  await renderExport()
  await withFiles.click()
  const server = await archive
  server.enqueue(new Uint8Array(2 * MEBIBYTE))
  await expect.element(running).toHaveTextContent('Abbrechen, 2 MB')
  await running.click()
  await expect.element(page.getByText('Download abgebrochen')).toBeVisible()
  await expect.element(withFiles).toBeEnabled()
  expect(saved).toEqual([])
})

test('a refused export shows why, with the time to wait', async () => {
  const server = startFakeServer()
  server.on(exportAccountFiles, () => refuse(rateLimited, { retryAfterSeconds: 30 }))
  await renderExport()
  await withFiles.click()
  await expect.element(page.getByText(/Zu viele Versuche.* \d+ Sekunden/)).toBeVisible()
  await expect.element(withFiles).toBeDisabled()
})
