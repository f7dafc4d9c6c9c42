import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../server/src/testing/free-port.ts'
import { damagedFiles } from './damaged-files.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { player, trackButton } from './albums.ts'
import { expect, test as base } from './test.ts'
import { toneFile } from './tones.ts'

/** A demo that was started with `npm run demo` and stores its data in a folder of the test. */
interface RunningDemo {
  url: string
  dataFolder: string
  /** An admin's login, from the printed guide. */
  login: { email: string; password: string }
}

const test = base.extend<{ demo: RunningDemo }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'tonarchiv-demo-'))
      const port = await freePort()
      const running = spawn(process.execPath, ['scripts/run.mjs', 'demo'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          DATA_DIR: dataFolder,
          PORT: String(port),
          LOG_LEVEL: 'warn',
          RATE_LIMIT_FACTOR: '100',
        },
      })
      const login = await loginPrintedBy(running)
      const url = `http://localhost:${port}`
      await expect
        .poll(
          () =>
            fetch(`${url}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true)
      await use({ url, dataFolder, login })
      running.kill('SIGTERM')
      if (running.exitCode === null) await once(running, 'exit')
      await rm(dataFolder, { recursive: true, force: true })
    },
    // The demo composes and encodes five hours of music, which takes long on a small machine beside other journeys.
    { timeout: 300_000 },
  ],
})

async function loginPrintedBy(running: ChildProcess): Promise<RunningDemo['login']> {
  let printed = ''
  const { promise, resolve, reject } = Promise.withResolvers<RunningDemo['login']>()
  running.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    const [, email, password] = /^ {2}(\S+@\S+) +(\S.*?) +Admin$/m.exec(printed) ?? []
    if (email !== undefined && password !== undefined) resolve({ email, password })
  })
  running.once('exit', (code) => reject(new Error(`The demo ended with ${code}: ${printed}`)))
  return promise
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Plays the last second of each file at four times the speed. @returns the final event of each file */
function waitForEnds(page: Page, files: readonly string[]): Promise<Record<string, string>> {
  return page.evaluate(async (names) => {
    const SECONDS = 1
    const AT_ONCE = 6
    const STALLED_AFTER_MS = 20_000
    const ATTEMPTS = 3
    const results: Record<string, string> = {}
    const waiting = [...names]
    const once = (element: HTMLMediaElement, name: string) =>
      new Promise<string>((resolve) => {
        element.addEventListener(name, () => resolve(name), { once: true })
        element.addEventListener('error', () => resolve(`error: ${element.error?.message ?? ''}`), {
          once: true,
        })
      })
    /** Resolves when the element has not moved for a while, as on a machine that is busy with other browsers. */
    const stallOf = async (element: HTMLMediaElement, signal: AbortSignal) => {
      for (let before = -1; before !== element.currentTime && !signal.aborted;) {
        before = element.currentTime
        await new Promise((resolve) => setTimeout(resolve, STALLED_AFTER_MS))
      }
      return `stalled at ${element.currentTime} of ${element.duration}, ready state ${element.readyState}`
    }
    async function waitForEnd(element: HTMLAudioElement, file: string): Promise<string> {
      const known = once(element, 'loadedmetadata')
      element.src = `/api/stream/${file}`
      const outcome = await known
      if (outcome !== 'loadedmetadata') return outcome
      const ended = once(element, 'ended')
      element.currentTime = element.duration - SECONDS
      element.playbackRate = 4
      await element.play()
      return ended
    }
    /** @returns the final event of the file, or where it stalled. */
    async function attempt(file: string): Promise<string> {
      const element = new Audio()
      element.muted = true
      const over = new AbortController()
      const result = await Promise.race([waitForEnd(element, file), stallOf(element, over.signal)])
      over.abort()
      element.removeAttribute('src')
      element.load()
      return result
    }
    async function playOneAfterTheOther() {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        let result = await attempt(file)
        for (let attempts = 1; attempts < ATTEMPTS && result.startsWith('stalled'); attempts += 1)
          result = await attempt(file)
        results[file] = result
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, playOneAfterTheOther))
    return results
  }, files)
}

interface Song {
  title: string
  file: string
  duration: number
}

async function allSongs(page: Page, token: string): Promise<Song[]> {
  const songs: Song[] = []
  for (;;) {
    const answer = await page.request.get(`/api/songs?limit=100&offset=${songs.length}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { songs: some, total }: { songs: Song[]; total: number } = await answer.json()
    songs.push(...some)
    if (some.length === 0 || songs.length >= total) return songs
  }
}

test('the demo is stored in DATA_DIR, is small enough, has notices, and the browser plays each of its tracks to the end', async ({
  demo,
  browser,
}) => {
  test.setTimeout(360_000)
  const size = await bytesIn(demo.dataFolder)
  expect(size).toBeGreaterThan(50e6)
  expect(size).toBeLessThan(150e6)

  const context = await browser.newContext({ baseURL: demo.url })
  const page = await context.newPage()
  await listenIn(page)
  await page.goto('/logo.svg')
  const login = await page.request.post('/api/auth/login', { data: demo.login })
  expect(login.ok(), await login.text()).toBe(true)
  const { token } = await login.json()
  const inbox = await page.request.get('/api/notifications/unread', {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect((await inbox.json()).unread).toBeGreaterThan(2)
  const songs = await allSongs(page, token)
  expect(songs.length).toBeGreaterThan(150)
  for (const { title, duration } of songs) {
    expect(duration, title).toBeGreaterThanOrEqual(90)
    expect(duration, title).toBeLessThanOrEqual(300)
  }

  const results = await waitForEnds(
    page,
    songs.map(({ file }) => file),
  )
  expect(
    songs.filter(({ file }) => results[file] !== 'ended').map(({ title, file }) => [title, results[file]]),
  ).toEqual([])

  await goesThroughDamagedFiles(page, token)
  await context.close()
})

/**
 * Plays an album of damaged files, each followed by a valid one: the player reaches the end without a press and with
 * few requests.
 */
async function goesThroughDamagedFiles(page: Page, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const add = (title: string, files: readonly { name: string; bytes: Buffer }[]) => {
    const tracks = files.map(({ name }) => ({ title: name }))
    const form = new FormData()
    form.set('albumData', JSON.stringify({ albumTitel: title, releaseJahr: 2024, type: 'album', tracks }))
    for (const [index, { name, bytes }] of files.entries())
      form.set(`track${index}`, new File([Uint8Array.from(bytes)], name))
    return page.request.post('/api/add-album', { headers, multipart: form })
  }
  const accepted: { name: string; bytes: Buffer }[] = []
  for (const file of damagedFiles()) {
    // Files that the archive rejects cannot be played.
    const answer = await add(`Probe ${file.name}`, [file])
    expect([201, 422], await answer.text()).toContain(answer.status())
    if (answer.status() === 201) accepted.push(file)
  }
  expect(new Set(accepted.map(({ name }) => name.split('.').at(-1)))).toEqual(
    new Set(['mp3', 'flac', 'ogg', 'wav']),
  )
  const files = accepted.flatMap((file, index) => [
    file,
    { name: `ton-${index}.wav`, bytes: toneFile(1, 300 + 20 * index) },
  ])
  const last = { name: 'schluss.wav', bytes: toneFile(90) }
  const added = await add('Beschädigt', [...files, last])
  expect(added.status(), await added.text()).toBe(201)

  const requests = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/stream/')) requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
  })
  await page.evaluate((stored) => localStorage.setItem('authToken', stored), token)
  await page.goto(`/archive?album=${encodeURIComponent('Beschädigt')}`)
  await trackButton(page, files[0]?.name.replace(/\.\w+$/, '') ?? '')
    .first()
    .click()
  await expect(player(page)).toContainText('schluss', { timeout: 120_000 })
  await expectSound(page)
  expect([...requests].filter(([, count]) => count > 8)).toEqual([])
}
