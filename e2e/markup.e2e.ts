import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { mpegFrames, taggedMp3 } from '../server/src/testing/audio-samples.ts'
import { recordedVoice } from '../server/src/testing/voice-recording.ts'
import { addAlbumByCall } from './archive-calls.ts'
import { addMarkedMembers, callsOf, fillWithMarkup, formOf, MARKED_ALBUM } from './marked-archive.ts'
import { MARKUP_STRINGS } from './markup-strings.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { comeToRest, expect, test } from './test.ts'

const videoCard = await readFile(new URL('samples/film.webm', import.meta.url))

/** Records code that has run or was blocked on a page: dialogs, and violations of its Content-Security-Policy. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`a dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  await page.exposeBinding('reportViolation', (_source, text: string) => void seen.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(globalThis, 'reportViolation')(`${violatedDirective} on ${location.href}: ${blockedURI}`)
    })
  })
  return seen
}

/** Elements that only markup in a string can have created, and links that contain code. */
const foreignElements = (page: Page) =>
  page.evaluate(() => {
    const made = document.querySelectorAll(
      '[data-m], iframe, object, embed, base, marquee, math, template, script:not([src^="/"])',
    )
    const links = Array.from(document.querySelectorAll('a')).filter(
      ({ protocol, origin, rel }) =>
        !/^https?:$/.test(protocol) || (origin !== location.origin && !/\bnoopener noreferrer\b/.test(rel)),
    )
    return [...made, ...links].map(
      (element) => `${element.localName} ${element.getAttributeNames().join(' ')}`,
    )
  })

/** The strings that an element does not show literally. */
const missing = (place: Locator, strings: readonly string[]) =>
  place.evaluateAll((elements, wanted) => {
    const shown = elements.flatMap((element) => [
      element.textContent,
      ...Array.from(element.querySelectorAll('input, textarea'), (field) => Reflect.get(field, 'value')),
    ])
    return wanted.filter((string) => !shown.join('\n').includes(string))
  }, strings)

test('sixty kinds of markup are shown as text wherever other members see them', async ({
  archive,
  newPerson,
}) => {
  expect(new Set(MARKUP_STRINGS).size).toBe(60)
  const page = await newPerson()
  const seen = await watch(page)
  // Rows of long lists are rendered when they are near the visible part.
  await page.setViewportSize({ width: 1440, height: 5000 })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await archive.restart(async () => addMarkedMembers(archive.dataFolder))
  await fillWithMarkup(page, videoCard)

  async function expectText(strings: readonly string[], place = page.locator('body')): Promise<void> {
    const state = async () => ({
      missing: await missing(place, strings),
      made: await foreignElements(page),
      seen,
    })
    await expect.poll(state, { message: page.url() }).toEqual({ missing: [], made: [], seen: [] })
    await comeToRest(page)
    // Lists may be read again meanwhile; code must not run at any time.
    expect(await state(), page.url()).toMatchObject({ made: [], seen: [] })
  }
  const someTitles = MARKUP_STRINGS.slice(1, 5)
  const description = MARKUP_STRINGS.slice(0, 10)

  await page.goto('/')
  await expectText(someTitles)
  await page.goto('/archive')
  await expectText(someTitles)
  await page.goto(`/archive?album=${encodeURIComponent(MARKED_ALBUM)}`)
  await expectText(MARKUP_STRINGS)
  await page.getByRole('button', { name: `${MARKUP_STRINGS[0]} abspielen` }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(MARKUP_STRINGS[0])
  await expect.poll(() => page.title()).toContain(MARKUP_STRINGS[0])
  await expectText(MARKUP_STRINGS)
  await page.goto('/favorites')
  await expectText([MARKUP_STRINGS[0]])
  await page.goto('/videos')
  await expectText([MARKUP_STRINGS[1], ...description])
  await page.goto('/friends')
  await expectText([MARKUP_STRINGS[0]])
  await page.getByRole('main').getByRole('searchbox', { name: 'Freunde suchen' }).fill('wer')
  await expectText(someTitles)

  await page.goto('/chat')
  const messages = page.getByRole('list', { name: 'Nachrichten' })
  await expectText(MARKUP_STRINGS.slice(-10), messages)
  // The names and states of all members.
  await expectText(MARKUP_STRINGS)
  const people = page.getByRole('complementary', { name: 'Benutzer' })
  await people.getByRole('button', { name: MARKUP_STRINGS[0] }).first().click()
  const profile = page.getByRole('dialog', { name: 'Benutzerprofil' })
  await expectText(MARKUP_STRINGS, profile)

  await page.goto('/settings')
  await expectText([MARKUP_STRINGS[1], ...description])
  await page.goto('/settings?tab=security')
  await expectText(['Firefox auf Windows'])
  await page.goto('/admin?tab=users')
  await expectText(someTitles)
  await page.goto('/admin?tab=videos')
  await expectText([MARKUP_STRINGS[1]])
  await page.goto('/admin?tab=tracks')
  await expectText(someTitles)
  await page.goto('/admin?tab=acts')
  await expectText(someTitles)

  // Files and texts that are not sent yet: file names, and titles in tags.
  await page.goto('/admin?tab=album')
  const names = MARKUP_STRINGS.filter((string) => !string.includes('/')).slice(0, 10)
  const tags = MARKUP_STRINGS.slice(20, 30)
  await page.getByLabel(/Mehrere Audiodateien/).setInputFiles([
    ...names.map((name) => ({ name: `${name}.mp3`, mimeType: 'audio/mpeg', buffer: mpegFrames(2) })),
    ...tags.map((title, index) => ({
      name: `${index}.mp3`,
      mimeType: 'audio/mpeg',
      buffer: taggedMp3({ title }, { frames: 2 }),
    })),
  ])
  await expectText([...names, ...tags])
  await page.goto('/admin?tab=videos')
  const name = `${MARKUP_STRINGS[1]}.webm`
  await page
    .getByLabel('Videodatei auswählen')
    .setInputFiles({ name, mimeType: 'video/webm', buffer: videoCard })
  await expectText([name])
})

test('uploaded files are opened by a browser with their own type and run no code', async ({
  archive,
  newPerson,
}) => {
  // The document that Chromium creates around an image or audio file has the Content-Security-Policy, too, and Chromium
  // reports what that has blocked.
  const page = await newPerson({
    expects: /directive:? ["']default-src 'none'|document's frame is sandboxed/,
  })
  const seen = await watch(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  for (const [kind, address, type] of await sentBytes(page)) {
    const answer = await page.goto(address)
    expect(seen, kind).toEqual([])
    expect(answer?.headers(), kind).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(await page.evaluate(() => document.contentType), kind).toBe(type)
    expect(await foreignElements(page), kind).toEqual([])
  }
})

/** One file of every kind that members can upload, with as much markup as possible: its kind, URL and media type. */
async function sentBytes(page: Page): Promise<[kind: string, address: string, type: string][]> {
  const call = await callsOf(page)
  const [script, image] = [MARKUP_STRINGS[0], MARKUP_STRINGS[3]]
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a03050' } })
    .withExif({ IFD0: { Copyright: script, ImageDescription: image } })
    .jpeg()
    .toBuffer()

  await addAlbumByCall(page, { title: 'Platte', tracks: ['Platzhalter'], cover: true })
  const sound = taggedMp3({ title: script, artist: image, album: script, genre: image })
  const form = formOf({ albumTitle: 'Platte' }, sound, 'mp3', 'newTrack0')
  const { album } = await call('POST', '/api/add-tracks-to-album', { multipart: form })
  const track = album.tracks.find(({ file }: { file?: string }) => file !== undefined)

  const videoForm = formOf({ title: 'Film' }, videoCard, 'webm')
  videoForm.set('thumbnail', formOf({}, jpeg, 'html').get('file') ?? '')
  const { video } = await call('POST', '/api/videos', { multipart: videoForm })
  const { user } = await call('PUT', '/api/user/avatar', { multipart: formOf({}, jpeg, 'html', 'avatar') })
  const shown = await call('POST', '/api/chat/upload', { multipart: formOf({}, jpeg, 'html') })
  const voice = Buffer.concat([recordedVoice(2), Buffer.from(script)])
  const said = await call('POST', '/api/chat/upload', { multipart: formOf({}, voice, 'html') })
  return [
    ['track', `/api/stream/${track.file}`, 'audio/mpeg'],
    ['cover', album.albumCover, 'image/webp'],
    ['video', String(video.file_path).replace('/static/videos/', '/api/videos/stream/'), 'video/webm'],
    ['preview', video.thumbnailUrl, 'image/webp'],
    ['portrait', user.avatarUrl, 'image/jpeg'],
    ['picture in the chat', shown.mediaUrl, 'image/webp'],
    ['small picture in the chat', shown.thumbnailUrl, 'image/webp'],
    ['voice message', said.mediaUrl, 'audio/webm'],
  ]
}
