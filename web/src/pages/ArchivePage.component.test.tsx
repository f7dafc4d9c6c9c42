import { findAlbumOffset, listAlbumMarks, listAlbums, type Album } from '@tonarchiv/contract/catalog'
import { listPremieres } from '@tonarchiv/contract/premieres'
import { overloaded, type Refusal } from '@tonarchiv/contract/refusal'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { loseConnection } from '../testing/lose-connection.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { ArchivePage } from './ArchivePage.tsx'

const TITLES = Array.from({ length: 60 }, (_, index) => `Platte ${String(index + 1).padStart(2, '0')}`)
const anAlbum = (albumTitel: string, tracks: Album['tracks'] = []): Album => ({
  albumId: albumTitel,
  albumTitel,
  albumCover: 'unknown',
  releaseJahr: 1980,
  type: 'ep',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks,
})
const ALBUMS = TITLES.map((title) => anAlbum(title))
const counts = { album: 0, single: 0, ep: 60, feature: 0, unreleased: 0, loosies: 0 }
const card = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}\\b`) })

/**
 * Opens an archive of 60 albums at the 31st one.
 * @param answer - is awaited before each page of albums is sent; it may return a refusal, which is sent instead
 */
async function openFarDown(answer: (offset: number) => Promise<Refusal | undefined>) {
  await page.viewport(1440, 900)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const server = startFakeServer()
  const requested: number[] = []
  server.on(listAlbums, async (_body, query) => {
    const offset = Number(query.get('offset'))
    requested.push(offset)
    const refusal = await answer(offset)
    if (refusal) return refuse(refusal)
    return { albums: ALBUMS.slice(offset, offset + 15), total: 60, counts, years: [1980] }
  })
  server.on(findAlbumOffset, () => ({ offset: 30 }))
  server.on(listAlbumMarks, () => ({ marks: [] }))
  signInAs(aUser())
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to="/archive?album=Platte+31" />} />
        <Route path="archive" element={<ArchivePage />} />
      </Routes>
    </TestApp>,
  )
  await expect.element(card('Platte 31')).toBeVisible()
  return requested
}

async function scrollToTop() {
  // Repeated, because the list restores the previous position if it measures a row between a scroll and its event.
  await expect
    .poll(() => {
      window.scrollTo(0, 0)
      return document.querySelector('[data-index="0"]')
    })
    .not.toBeNull()
}

test('albums before the first loaded one come although others were loading when the window reached their places', async () => {
  const held = Promise.withResolvers<undefined>()
  const requested = await openFarDown(async (offset) => (offset === 45 ? held.promise : undefined))
  await expect
    .poll(() => {
      window.scrollTo(0, document.body.scrollHeight)
      return requested
    })
    .toContain(45)
  await scrollToTop()
  // The window was not scrolled for a second.
  await vi.advanceTimersByTimeAsync(1000)
  held.resolve(undefined)
  await expect.element(card('Platte 01')).toBeInViewport()
})

test('albums before the first loaded one that failed to load come later by themselves', async () => {
  let failures = 0
  const requested = await openFarDown(async (offset) => {
    if (offset !== 15 || failures === 1) return undefined
    failures += 1
    return overloaded
  })
  await scrollToTop()
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => failures).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(card('Platte 01')).toBeInViewport()
  expect(requested.filter((offset) => offset === 15)).toHaveLength(2)
})

test('without a connection the archive says how much of it lies on this device, and can show that alone', async () => {
  const withTrack = TITLES.slice(0, 3).map((title) =>
    anAlbum(title, [{ id: title, title: 'Lied', file: `${title}.mp3`, duration: 60 }]),
  )
  const server = startFakeServer()
  server.on(listAlbums, () => ({ albums: withTrack, total: 3, counts, years: [1980] }))
  server.on(listAlbumMarks, () => ({ marks: [] }))
  signInAs(aUser())
  await render(
    <TestApp>
      <ArchivePage />
    </TestApp>,
  )
  await expect.element(card('Platte 02')).toBeVisible()
  loseConnection({ files: new Map([['Platte 02.mp3', { version: 'v', state: 'ready', share: 1 }]]) })
  await expect.element(page.getByText('3 Alben, 1 davon auf diesem Gerät', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1 Album auf diesem Gerät', { exact: true })).toBeVisible()
  await expect.element(card('Platte 01')).toHaveAttribute('aria-disabled', 'true')
  await card('Platte 01').click({ force: true })
  await expect.element(card('Platte 01')).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
  await expect.element(card('Platte 01')).not.toBeInTheDocument()
  await card('Platte 02').click()
  await expect.element(card('Platte 02')).toHaveAttribute('aria-expanded', 'true')
})

test('albums come together with the coming premieres above them, and without them when these cannot be read', async () => {
  for (const isAnswered of [true, false]) {
    const answer = Promise.withResolvers<undefined>()
    const server = startFakeServer()
    server.on(listAlbums, () => ({ albums: ALBUMS.slice(0, 3), total: 3, counts, years: [1980] }))
    server.on(listAlbumMarks, () => ({ marks: [] }))
    let isSent = false
    let wasEarly = false
    server.on(listPremieres, async () => {
      await answer.promise
      isSent = true
      if (!isAnswered) return refuse(overloaded)
      const album = { id: 'a', title: 'Zweite Halbzeit', coverUrl: null, isCovered: true, isReminded: false }
      const premieres = [{ opensAt: '2026-12-01T19:00:00.000Z', album }]
      const now = Date.parse('2026-11-30T19:00:00.000Z')
      return { premieres, live: [], notices: [], timeZone: 'Europe/Berlin', now }
    })
    signInAs(aUser())
    const shown = await render(
      <TestApp>
        <ArchivePage />
      </TestApp>,
    )
    const watching = new MutationObserver(() => {
      wasEarly ||= !isSent && card('Platte 01').elements().length > 0
    })
    watching.observe(shown.container, { childList: true, subtree: true })
    await expect.element(page.getByText('3 Resultate gefunden', { exact: true })).toBeVisible()
    // Albums that do not wait are drawn in the frames after their number.
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame)
    answer.resolve(undefined)
    await expect.element(card('Platte 01')).toBeVisible()
    watching.disconnect()
    expect(wasEarly).toBe(false)
    const tiles = page.getByRole('list', { name: 'Kommende Premieren', exact: true }).elements()
    expect(tiles).toHaveLength(isAnswered ? 1 : 0)
    await shown.unmount()
  }
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Adresse">{pathname + search}</output>
}

test.each([
  ['', 'Jetzt abspielen', 0],
  ['&t=83', 'Ab 1:23 abspielen', 83],
  // A link can contain a position beyond the end, if the file was replaced by a shorter one.
  ['&t=300', 'Jetzt abspielen', 0],
  ['&t=1e1', 'Jetzt abspielen', 0],
])('a link to a track with “%s” offers “%s”', async (second, offer, from) => {
  const tracks = [
    { id: 'davor', title: 'Davor', file: 'davor.mp3', duration: 200 },
    { id: 'lied', title: 'Letzte Bahn', file: 'lied.mp3', duration: 200 },
  ]
  const server = startFakeServer()
  server.on(listAlbums, (_body, query) => ({
    albums: [anAlbum('Nachtfahrt', tracks)],
    total: 1,
    counts,
    years: [1980],
    ...(query.has('track') && { trackId: 'lied' }),
  }))
  server.on(findAlbumOffset, () => ({ offset: 0 }))
  server.on(listAlbumMarks, () => ({ marks: [] }))
  signInAs(aUser())
  onTestFinished(() => getPlayer().stop())
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to={`/archive?track=lied${second}`} />} />
        <Route path="archive" element={<ArchivePage />} />
      </Routes>
      <Address />
    </TestApp>,
  )
  const button = page.getByRole('button', { name: offer, exact: true })
  await expect.element(button).toBeVisible()
  await expect
    .element(page.getByRole('status', { name: 'Adresse', exact: true }))
    .toHaveTextContent('/archive?album=Nachtfahrt')
  // Nothing plays before a press, because browsers refuse it.
  expect(getPlayer().state.getState().track).toBeUndefined()
  await button.click()
  const { track, positionSeconds } = getPlayer().state.getState()
  expect([track?.id, positionSeconds]).toEqual(['lied', from])
  await expect.element(button).not.toBeInTheDocument()
})

test('an album that was open is open from the first moment on when the archive is visited again', async () => {
  const server = startFakeServer()
  server.on(listAlbums, () => ({ albums: [anAlbum('Nachtfahrt')], total: 1, counts, years: [1980] }))
  server.on(listAlbumMarks, () => ({ marks: [] }))
  signInAs(aUser())
  await render(
    <TestApp>
      <Link to="/archive">Archiv</Link>
      <Link to="/away">Weg</Link>
      <Routes>
        <Route index element={<Navigate to="/archive" />} />
        <Route path="archive" element={<ArchivePage />} />
        <Route path="away" element={null} />
      </Routes>
      <Address />
    </TestApp>,
  )
  await card('Nachtfahrt').click()
  await expect.element(card('Nachtfahrt')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('link', { name: 'Weg', exact: true }).click()
  await expect.element(card('Nachtfahrt')).not.toBeInTheDocument()
  const states: (string | null | undefined)[] = []
  const observer = new MutationObserver(() => {
    const state = document.querySelector('[data-album]')?.getAttribute('aria-expanded')
    if (state !== states.at(-1)) states.push(state)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  onTestFinished(() => observer.disconnect())
  await page.getByRole('link', { name: 'Archiv', exact: true }).click()
  await expect
    .element(page.getByRole('status', { name: 'Adresse', exact: true }))
    .toHaveTextContent('/archive?album=Nachtfahrt')
  expect(states).toEqual(['true'])
  await card('Nachtfahrt').click()
  await expect.element(card('Nachtfahrt')).toHaveAttribute('aria-expanded', 'false')
  await expect
    .element(page.getByRole('status', { name: 'Adresse', exact: true }))
    .not.toHaveTextContent('album=Nachtfahrt')
})
