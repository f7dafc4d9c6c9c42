import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { sendForm } from './albums.ts'
import { enterAsAdmin } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

const MEGABYTE = 1024 * 1024
const SHORT_VIDEO = new URL('../server/src/testing/samples/film-faststart.mp4', import.meta.url)

/** A short video, extended to more than 56 MB by padding at its end. */
async function bigVideo(folder: string): Promise<string> {
  const video = await readFile(SHORT_VIDEO)
  const nothing = Buffer.alloc(56 * MEGABYTE)
  nothing.writeUInt32BE(nothing.length, 0)
  nothing.write('free', 4)
  const path = join(folder, 'langer film.mp4')
  await writeFile(path, Buffer.concat([video, nothing]))
  return path
}

/** Silence of 52 MB. */
async function bigTrack(folder: string): Promise<string> {
  const bytes = 52 * MEGABYTE
  const head = toneFile(0)
  head.writeUInt32LE(36 + bytes, 4)
  head.writeUInt32LE(bytes, 40)
  const path = join(folder, 'Lange Stille.wav')
  await writeFile(path, Buffer.concat([head, Buffer.alloc(bytes, 128)]))
  return path
}

interface Wire {
  /** Number of uploads that were created. */
  created: number
  /** Offset of each PATCH request, bytes. */
  chunks: number[]
  /** The offset that the server returned to each HEAD request, bytes. */
  found: number[]
}

/** Records the requests of an upload. */
function watchWire(page: Page): Wire {
  const wire: Wire = { created: 0, chunks: [], found: [] }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/uploads')) return
    if (request.method() === 'POST') wire.created += 1
    if (request.method() === 'PATCH') wire.chunks.push(Number(request.headers()['upload-offset']))
  })
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD' && response.url().includes('/api/uploads'))
      wire.found.push(Number(response.headers()['upload-offset']))
  })
  return wire
}

/**
 * Limits the upload speed to this number of bytes per second; −1 removes the limit. `offline` disconnects the browser.
 */
async function line(session: CDPSession, uploadThroughput: number, offline = false): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}

test('a large video upload survives a lost connection and a closed page, and never restarts', async ({
  archive,
  newPerson,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-big-'))
  const page = await newPerson({ expects: /ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION)/ })
  await enterAsAdmin(page, archive, '/admin?tab=videos')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await line(session, 20 * MEGABYTE)
  const wire = watchWire(page)
  const form = page.getByRole('form', { name: 'Video hochladen' })
  const path = await bigVideo(folder)
  const fill = async () => {
    await form.getByLabel('Titel').fill('Langer Film')
    await form.getByLabel('Videodatei auswählen').setInputFiles(path)
    await form.getByRole('button', { name: 'Video hochladen' }).click()
  }
  const percent = async () => Number(/(\d+) %/.exec((await form.textContent()) ?? '')?.[1] ?? 0)

  // A cancelled upload leaves no file on the server.
  await fill()
  await expect.poll(percent).toBeGreaterThanOrEqual(10)
  const dropping = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  expect((await dropping).status()).toBe(204)
  await expect(form.getByLabel('Titel')).toHaveValue('Langer Film')
  expect(wire.created).toBe(1)

  await form.getByRole('button', { name: 'Video hochladen' }).click()
  await expect.poll(percent).toBeGreaterThanOrEqual(35)
  await line(session, 20 * MEGABYTE, true)
  await expect(form).toContainText('Die Verbindung ist unterbrochen')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = wire.chunks.length
  await line(session, 20 * MEGABYTE)
  await expect.poll(() => wire.chunks.length).toBeGreaterThan(before)
  expect(wire.created).toBe(2)
  // The upload continues at the offset that the server reports, which is more than zero.
  expect(wire.found.at(-1)).toBeGreaterThan(0)
  expect(wire.chunks[before]).toBe(wire.found.at(-1))

  await expect.poll(percent).toBeGreaterThanOrEqual(60)
  const requested = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const question = await requested
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  const beforeReload = wire.chunks.length
  await fill()
  await expect(page.getByText('Success')).toBeVisible()
  expect(wire.created).toBe(2)
  expect(wire.chunks[beforeReload]).toBe(wire.found.at(-1))
  expect(wire.found.at(-1)).toBeGreaterThan(16 * MEGABYTE)
  await expect(page.getByRole('region', { name: 'Videos' }).getByRole('listitem')).toContainText('56 MB')

  // An album of twelve files, dropped at once, one of them large: that one is uploaded in chunks first.
  await line(session, -1)
  await page.getByRole('tab', { name: 'Add New Album' }).click()
  const album = page.getByRole('form', { name: 'Add New Album' })
  await album.getByLabel('Titel', { exact: true }).fill('Zwölf')
  await album.getByLabel('Erscheinungsjahr').fill('2024')
  await album.getByLabel('Typ').selectOption('Album')
  const tones = await page.evaluateHandle(
    (bytes) => {
      const dropped = new DataTransfer()
      for (let index = 1; index <= 11; index += 1) {
        const name = `${String(index).padStart(2, '0')} Ton ${index}.wav`
        dropped.items.add(new File([new Uint8Array(bytes)], name, { type: 'audio/wav' }))
      }
      return dropped
    },
    Array.from(toneFile(1)),
  )
  await album.getByLabel(/Mehrere Audiodateien/).dispatchEvent('drop', { dataTransfer: tones })
  await expect(album).toContainText('11 Zeilen')
  await album.getByLabel(/Mehrere Audiodateien/).setInputFiles(await bigTrack(folder))
  await expect(album).toContainText('12 Zeilen')
  await sendForm(page, album.getByRole('button', { name: 'Album hinzufügen' }))
  expect(wire.created).toBe(3)
  await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('button', { name: /^Zwölf/ }).click()
  await expect(page.getByRole('row', { name: /Lange Stille/ })).toContainText('113:35')
  await rm(folder, { recursive: true })
})
