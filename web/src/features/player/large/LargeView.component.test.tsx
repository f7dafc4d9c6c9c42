import { getAlbum } from '@tonarchiv/contract/catalog'
import { getLinerNotes, type LinerNotes } from '@tonarchiv/contract/liner-notes'
import { getLyrics, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { getTrackStats, listPlays } from '@tonarchiv/contract/plays'
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { notFound } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import '../../../styles/tokens-inside.css'
import { TestApp } from '../../../testing/TestApp.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { closeLargeView, openLargeView, setCoverOnly, showLargeTab, useLargeView } from './large-view.ts'
import { LargeView } from './LargeView.tsx'

const NO_NOTES: LinerNotes = {
  notes: '',
  credits: [],
  recordedOn: null,
  releasedOn: null,
  label: '',
  genres: [],
  source: '',
}

/** Lyrics with one line for each second; more lines than fit into the view. */
const LINES = Array.from({ length: 90 }, (_, index) => {
  const [minutes, seconds] = [Math.floor(index / 60), index % 60].map((part) => String(part).padStart(2, '0'))
  return `[${minutes}:${seconds}.00]Zeile ${index}`
}).join('\n')

function lyricsOf(text: string): TrackLyrics {
  return { text, isTimed: text.startsWith('['), source: 'edited', updatedAt: '2026-01-10T12:00:00.000Z' }
}

interface Shown {
  lyrics?: string | null
  notes?: Partial<LinerNotes>
  isAdmin?: boolean
  keyVerified?: boolean
  /** The covers of the first tracks. */
  covers?: readonly string[]
}

function View() {
  const track = usePlayer((state) => state.track)
  return track ? <LargeView track={track} /> : null
}

/** Opens the large view of a paused track of 100 seconds at second 40, which is followed by two other tracks. */
async function renderLargeView({
  lyrics = LINES,
  notes = {},
  isAdmin = false,
  keyVerified = true,
  covers = [],
}: Shown = {}) {
  await page.viewport(1440, 900)
  const server = startFakeServer()
  const requested: string[] = []
  server.on(getLyrics, () => {
    requested.push('lyrics')
    return { lyrics: lyrics === null ? null : lyricsOf(lyrics) }
  })
  server.on(getTrackSound, () => {
    requested.push('sound')
    return { sound: null }
  })
  server.on(getLinerNotes, () => ({ notes: { ...NO_NOTES, ...notes } }))
  server.on(getTrackStats, () => ({ count: 3, lastPlayed: null }))
  server.on(listPlays, () => ({ plays: [] }))
  server.on(getAlbum, () => refuse(notFound))
  signInAs(aUser({ isAdmin, keyVerified }))
  const list = ['Anpfiff', 'Flutlicht', 'Abpfiff'].map((name, index) => {
    const coverUrl = covers[index]
    return Object.assign(trackNamed(name), { albumId: 'a1', ...(coverUrl !== undefined && { coverUrl }) })
  })
  const [first] = list
  if (!first) throw new Error('There is no track')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, list, first), positionSeconds: 40 })
  onTestFinished(() => {
    closeLargeView()
    setCoverOnly(false)
    useLargeView.setState({ isDocked: false, tab: 'lyrics' })
    getPlayer().stop()
  })
  await render(
    <TestApp>
      <View />
    </TestApp>,
  )
  openLargeView()
  await expect.element(page.getByRole('heading', { name: 'Anpfiff' })).toBeVisible()
  return { server, requested }
}

const panel = page.getByRole('tabpanel')
const textOfPanel = () => document.querySelector('[role="tabpanel"]')?.textContent
const line = (number: number) => page.getByRole('button', { name: new RegExp(`: Zeile ${number}$`) })
const current = () => document.querySelector('[aria-current="true"]')?.textContent
const currentLine = () => document.querySelector('[aria-current="true"] button')
/** The text of the current line up to the word that is sung now. */
const sungWords = () => currentLine()?.firstElementChild?.textContent
const seconds = () => getPlayer().state.getState().positionSeconds
const scroller = () => {
  const element = document.querySelector('[data-lyrics]')
  if (!element) throw new Error('There are no lyrics')
  return element
}
/** Distance in pixels between the middle of the current line and the height at which that line is kept. */
const distance = () => {
  const [view, row] = [scroller(), document.querySelector('[aria-current="true"]')]
  if (!row) return undefined
  const [{ top, height }, frame] = [row.getBoundingClientRect(), view.getBoundingClientRect()]
  return Math.abs(top + height / 2 - frame.top - frame.height * 0.42)
}

test('its cover and buttons are there at once, their icons follow without moving them', async () => {
  await renderLargeView()
  closeLargeView()
  const view = page.getByRole('dialog', { name: 'Großansicht' })
  await expect.element(view).not.toBeInTheDocument()
  const icons = () => document.querySelectorAll('dialog [title] svg').length
  const shuffle = () => document.querySelector('dialog [title="Shuffle"]')?.getBoundingClientRect()
  const opened = new Promise<{ icons: number; covers: number; shuffle: DOMRect | undefined }>((resolve) => {
    new MutationObserver((_, self) => {
      if (document.querySelector('dialog[open]') === null) return
      self.disconnect()
      resolve({ icons: icons(), covers: document.querySelectorAll('dialog img').length, shuffle: shuffle() })
    }).observe(document.body, { subtree: true, attributes: true })
  })
  openLargeView()
  const first = await opened
  // In the first frame only the play button has an icon.
  expect(first).toMatchObject({ icons: 1, covers: 1 })
  await expect.poll(icons).toBeGreaterThan(10)
  expect(shuffle()).toEqual(first.shuffle)
})

test('the current line of synced lyrics is marked and held in view, and a press on a line plays from there', async () => {
  await renderLargeView()
  await expect.poll(current).toBe('Zeile 40')
  await expect.poll(distance).toBeLessThan(2)
  expect(panel.element().querySelectorAll('[aria-current]')).toHaveLength(1)
  await line(44).click()
  expect(seconds()).toBe(44)
  await expect.poll(current).toBe('Zeile 44')
  await expect.poll(distance).toBeLessThan(2)
  getPlayer().seekToSeconds(12.9)
  await expect.poll(current).toBe('Zeile 12')
  await expect.poll(distance).toBeLessThan(2)
})

test('lyrics that were scrolled by hand stay until „Zur aktuellen Zeile“ is pressed', async () => {
  await renderLargeView()
  await expect.poll(distance).toBeLessThan(2)
  const back = page.getByRole('button', { name: 'Zur aktuellen Zeile' })
  await expect.element(back).not.toBeInTheDocument()
  await userEvent.wheel(page.elementLocator(scroller()), { delta: { y: -900 } })
  await expect.element(back).toBeVisible()
  getPlayer().seekToSeconds(60)
  await expect.poll(current).toBe('Zeile 60')
  expect(distance()).toBeGreaterThan(100)
  await back.click()
  await expect.poll(distance).toBeLessThan(2)
  await expect.element(back).not.toBeInTheDocument()
})

test('the words that have been sung stand out in the current line, and none change in the background', async () => {
  const words = (second: number) =>
    ['Licht', 'aus', 'wir gehen']
      .map((word, index) => `<00:${String(second + index).padStart(2, '0')}.00>${word}`)
      .join(' ')
  await renderLargeView({ lyrics: `[00:39.00]${words(39)}\n[00:50.00]${words(50)}` })
  await expect.poll(current).toBe('Licht aus wir gehen')
  await expect.poll(sungWords).toBe('Licht aus')
  const colors = () =>
    new Set(
      [currentLine(), currentLine()?.firstElementChild].map((part) => part && getComputedStyle(part).color),
    )
  await expect.poll(() => colors().size).toBe(2)
  getPlayer().seekToSeconds(41)
  await expect.poll(sungWords).toBe('Licht aus wir gehen')
  getPlayer().seekToSeconds(50.5)
  await expect.poll(sungWords).toBe('Licht')

  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => isHidden.mockRestore())
  getPlayer().seekToSeconds(51.5)
  expect(seconds()).toBe(51.5)
  // After two frames a render that was requested would have happened.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(sungWords()).toBe('Licht')
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(sungWords).toBe('Licht aus')
})

test('lyrics without times are plain text', async () => {
  await renderLargeView({ lyrics: 'Eins\nzwei\n\nDrei' })
  await expect.poll(textOfPanel).toMatch(/Eins\s*zwei\s*Drei\s*Dieser Text hat noch keine Zeiten\./)
  expect(panel.element().querySelectorAll('p')).toHaveLength(3)
})

test('a track without lyrics says so, and an admin can add them', async () => {
  await renderLargeView({ lyrics: null, isAdmin: true })
  await expect.poll(textOfPanel).toContain('Zu diesem Track hat noch niemand den Text hinterlegt.')
  const add = page.getByRole('link', { name: 'Songtext hinzufügen' })
  await expect.element(add).toHaveAttribute('href', expect.stringMatching(/\/lyrics\/Anpfiff$/))
})

test('lyrics that cannot be loaded can be requested again', async () => {
  const { server } = await renderLargeView({ lyrics: null })
  server.on(getLyrics, () => refuse(notFound))
  getPlayer().next()
  await expect.poll(textOfPanel).toContain('Songtext konnte nicht geladen werden')
  server.on(getLyrics, () => ({ lyrics: lyricsOf('Wieder da') }))
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(textOfPanel).toContain('Wieder da')
})

test('an account that may not play the track sees neither its lyrics nor its waveform, and none is requested', async () => {
  const { requested } = await renderLargeView({ keyVerified: false })
  await expect.poll(textOfPanel).toContain('Du brauchst einen Zugangsschlüssel')
  await expect.element(page.getByText('Dieser Track ist exklusiv')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Abspielen', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Nächster Track' })).toBeEnabled()
  expect(requested).toEqual([])
})

test('„Als Nächstes“ shows what really comes, and silence after the last track', async () => {
  await renderLargeView()
  showLargeTab('queue')
  await expect.poll(textOfPanel).toMatch(/Flutlicht[\s\S]*Abpfiff/)
  await page.getByRole('button', { name: 'Flutlicht entfernen' }).click()
  await page.getByRole('button', { name: 'Abpfiff entfernen' }).click()
  await expect.poll(textOfPanel).toContain('Danach ist Stille')
  // The focus was in the row that has been removed.
  await expect.element(page.getByRole('tab', { name: 'Als Nächstes' })).toHaveFocus()
})

test('„Notizen“ has the groups that are not empty', async () => {
  await renderLargeView({ notes: { notes: 'In *elf* Nächten', label: 'Selbstverlag' } })
  showLargeTab('notes')
  await expect.element(page.getByRole('region', { name: 'Zum Album' })).toBeVisible()
  await expect.poll(textOfPanel).toContain('In elf Nächten')
  await expect.element(page.getByRole('region', { name: 'Angaben' })).toBeVisible()
  await expect.poll(textOfPanel).toContain('LabelSelbstverlag')
  await expect.element(page.getByRole('region', { name: 'Mitwirkende' })).not.toBeInTheDocument()
  await expect.poll(textOfPanel).toContain('3 Streams, noch nie gespielt')
})

test('the cover alone is remembered, and the panel comes back with the focus on its buttons', async () => {
  await renderLargeView()
  await page.getByRole('button', { name: 'Nur das Cover zeigen' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  const show = page.getByRole('button', { name: 'Songtext, Warteschlange und Notizen zeigen' })
  await expect.element(show).toHaveFocus()
  expect(localStorage.getItem('largeView')).toBe('cover')
  await show.click()
  await expect.element(panel).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Songtext' })).toHaveFocus()
  expect(localStorage.getItem('largeView')).toBeNull()
})

test('docked beside the page it is a region, which a narrower window turns into the full view', async () => {
  await renderLargeView()
  await page.getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  const docked = page.getByRole('region', { name: 'Großansicht' })
  await expect.element(docked).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(document.documentElement.hasAttribute('data-docked-player')).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  await page.viewport(1200, 900)
  await expect.element(page.getByRole('dialog', { name: 'Großansicht' })).toBeVisible()
  expect(document.documentElement.hasAttribute('data-docked-player')).toBe(false)
  await page.viewport(1440, 900)
  await docked.getByRole('button', { name: 'Auf ganzer Fläche zeigen' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Großansicht' })).toBeVisible()
})

test('the record turns, but not while the track is paused, with reduced motion or beside a page', async () => {
  await renderLargeView()
  const record = () => document.querySelector('[data-sleeve] span[aria-hidden]')
  const turn = () => record()?.getAttribute('data-turn')
  await expect.poll(turn).toBe('paused')
  getPlayer().toggle()
  await expect.poll(turn).toBe('on')
  const animation = getComputedStyle(record() ?? document.body).animationName
  expect(animation === 'none').toBe(matchMedia('(prefers-reduced-motion: reduce)').matches)
  await page.getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  await expect.element(page.getByRole('region', { name: 'Großansicht' })).toBeVisible()
  expect(record()).not.toBeNull()
  expect(turn()).toBeNull()
})

const picture = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path fill="${color}" d="M0 0h64v64H0z"/></svg>`)}`

test('the ground has the colour of the cover, over the page and beside it', async () => {
  await renderLargeView({ covers: [picture('#c02020'), picture('#2040d0')] })
  const view = () => document.querySelector<HTMLElement>('[data-player]')
  /** The hue of the view's tint in degrees: about 25 for red, about 265 for blue. */
  const hue = () =>
    Number(/^oklch\(0\.42 0\.1\d* (\d+)\)$/.exec(view()?.style.getPropertyValue('--tone') ?? '')?.[1])
  const ground = () => getComputedStyle(view() ?? document.body).backgroundImage
  await expect.poll(hue).toBeCloseTo(25, -1)
  const red = ground()
  expect(red).toContain('gradient')
  getPlayer().next()
  await expect.poll(hue).toBeCloseTo(265, -1)
  expect(ground()).not.toBe(red)
  await page.getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  await expect.element(page.getByRole('region', { name: 'Großansicht' })).toBeVisible()
  expect(hue()).toBeCloseTo(265, -1)
  expect(ground()).toContain('gradient')
})

test('the sleep timer and the speed are set beside the volume, and the settings of the sound are one press away', async () => {
  onTestFinished(() => getPlayer().setRate(1))
  await renderLargeView()
  const view = page.getByRole('dialog', { name: 'Großansicht', exact: true })
  await view.getByRole('button', { name: 'Schlummer-Timer', exact: true }).click()
  await expect.element(view.getByRole('menuitemradio', { name: /^30 Minuten/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const speed = view.getByRole('button', { name: 'Tempo', exact: true })
  await speed.click()
  await view.getByRole('menuitemradio', { name: '1,5-fach', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(view.getByRole('button', { name: 'Tempo 1,5-fach', exact: true })).toHaveFocus()
  const sound = view.getByRole('link', { name: 'Klang', exact: true })
  await expect.element(sound).toHaveAttribute('href', '/settings?tab=sound')
})

test('Escape closes it beside the page too, unless something lies over the page', async () => {
  await renderLargeView()
  await page.getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  const docked = page.getByRole('region', { name: 'Großansicht' })
  expect(sessionStorage.getItem('dockedPlayer')).toBe('docked')
  await docked.getByRole('button', { name: 'Mehr', exact: true }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(docked).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(docked).not.toBeInTheDocument()
  expect(sessionStorage.getItem('dockedPlayer')).toBeNull()
})
