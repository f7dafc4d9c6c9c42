import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { getPlayer, shownState } from '../engine/player-instance.ts'
import { PlayerRoomContext, type PlayerRoom } from '../engine/player-room.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { DeskBar } from './DeskBar.tsx'
import { PhoneBar } from './PhoneBar.tsx'

function choose(): void {
  const track = trackNamed('Anpfiff')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [track], track), positionSeconds: 0 })
}

async function renderBar(width: number, isEmpty = false) {
  await page.viewport(width, 800)
  startFakeServer().on(getTrackSound, () => ({ sound: null }))
  signInAs(aUser())
  if (!isEmpty) choose()
  onTestFinished(() => getPlayer().stop())
  await render(
    <TestApp>
      <DeskBar />
    </TestApp>,
  )
  await expect.element(page.getByRole('button', { name: 'Mehr', exact: true })).toBeVisible()
}

/** The names of the buttons at the end of the bar, after the seek bar. */
const end = () => {
  const names = page
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label'))
  return names.slice(names.findIndex((name) => name?.startsWith('Wiederholen') === true) + 1)
}
const menu = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)

const PLAYBACK = ['Schlummer-Timer', 'Tempo', 'Klang…', 'Tastenkürzel?']

test('the bar ends with queue, devices, „Mehr“, volume and the large view', async () => {
  await renderBar(1440)
  expect(end()).toEqual(['Moment teilen', 'Warteschlange', 'Geräte', 'Mehr', 'Stumm schalten', 'Großansicht'])
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await expect.poll(menu).toEqual(['Details anzeigen', 'Herunterladen', 'Link kopieren', ...PLAYBACK])
})

test('the title stands where the text without a track stood', async () => {
  await renderBar(1440, true)
  const box = (text: Element) => text.parentElement?.getBoundingClientRect()
  const before = box(page.getByText('Kein Track ausgewählt').element())
  choose()
  const title = page.getByRole('link', { name: 'Anpfiff' })
  await expect.element(title).toBeVisible()
  expect(box(title.element())).toMatchObject({ x: before?.x, y: before?.y, height: before?.height })
})

test('with less room the devices and „Moment teilen“ are in „Mehr“', async () => {
  await renderBar(1024)
  expect(end()).toEqual(['Warteschlange', 'Mehr', 'Stumm schalten', 'Großansicht'])
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await expect
    .poll(menu)
    .toEqual(['Geräte', 'Moment teilen', 'Details anzeigen', 'Herunterladen', 'Link kopieren', ...PLAYBACK])
})

const VOTE: PlayerRoom = {
  title: 'Nachtschicht',
  path: '/rooms/r1',
  isPremiere: false,
  mayPlay: false,
  maySteer: false,
  isStopped: false,
}
const PREMIERE: PlayerRoom = {
  ...VOTE,
  title: 'Premiere: Zweite Halbzeit',
  path: '/premieres/r1',
  isPremiere: true,
}

/** Renders the bar while the player follows a room, on the first of two tracks. */
async function renderInRoom(room: PlayerRoom, width = 1440) {
  await page.viewport(width, 800)
  startFakeServer().on(getTrackSound, () => ({ sound: null }))
  signInAs(aUser())
  const tracks = [trackNamed('Anpfiff'), trackNamed('Flutlicht')] as const
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, tracks, tracks[0]), positionSeconds: 20 })
  onTestFinished(() => getPlayer().stop())
  const Bar = width < 600 ? PhoneBar : DeskBar
  const bar = (shown: PlayerRoom) => (
    <TestApp>
      <PlayerRoomContext value={shown}>
        <Bar />
      </PlayerRoomContext>
    </TestApp>
  )
  const { rerender } = await render(bar(room))
  return (changed: PlayerRoom) => rerender(bar(changed))
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const position = page.getByRole('slider', { name: 'Position', exact: true })
const track = () => getPlayer().state.getState().track?.title

test('in a listening room the bar leads back to it, and offers only what the member may', async () => {
  const change = await renderInRoom(VOTE)
  const link = page.getByRole('link', { name: 'Hörraum Nachtschicht', exact: true })
  await expect.element(link).toHaveAttribute('href', '/rooms/r1')
  await expect.element(button('Shuffle, im Hörraum aus')).toBeDisabled()
  await expect.element(button('Wiederholen, im Hörraum aus')).toBeDisabled()
  await expect.element(position).toBeDisabled()
  for (const name of ['Vorheriger Track', 'Nächster Track', 'Abspielen']) {
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
    await button(name).click({ force: true })
  }
  expect(track()).toBe('Anpfiff')
  expect(getPlayer().state.getState()).toMatchObject({ status: 'paused', positionSeconds: 20 })
  await expectAccessible()
  await change({ ...VOTE, isStopped: true })
  await expect.element(button('Abspielen')).not.toHaveAttribute('aria-disabled')
  await change({ ...VOTE, mayPlay: true, maySteer: true })
  await expect.element(position).toBeEnabled()
  await expect.element(button('Abspielen')).not.toHaveAttribute('aria-disabled')
  for (const name of ['Vorheriger Track', 'Nächster Track'])
    await expect.element(button(name)).not.toHaveAttribute('aria-disabled')
})

test('who may not pause the room stops the own sound', async () => {
  const change = await renderInRoom(VOTE)
  shownState().setState({ status: 'playing' })
  await expect.element(button('Bei mir anhalten')).not.toHaveAttribute('aria-disabled')
  await change({ ...VOTE, mayPlay: true })
  await expect.element(button('Pause')).toBeVisible()
})

test('in a premiere the bar neither seeks nor skips, and mutes with one button', async () => {
  await renderInRoom(PREMIERE)
  await expect
    .element(page.getByRole('link', { name: 'Premiere: Zweite Halbzeit', exact: true }))
    .toHaveAttribute('href', '/premieres/r1')
  await expect.element(button('Ton aus')).toBeVisible()
  await expect.element(position).toBeDisabled()
  for (const name of ['Vorheriger Track', 'Nächster Track', 'Pause', 'Abspielen', 'Shuffle, im Hörraum aus'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expectAccessible()
  getPlayer().toggleMute()
  onTestFinished(() => getPlayer().toggleMute())
  await expect.element(button('Ton an')).toBeVisible()
})

test('the bar of a phone names the room, and mutes a premiere', async () => {
  const change = await renderInRoom(VOTE, 390)
  await expect.element(page.getByText('Hörraum Nachtschicht', { exact: true })).toBeVisible()
  await expect.element(button('Nächster Track')).toHaveAttribute('aria-disabled', 'true')
  await change(PREMIERE)
  await expect.element(page.getByText('Premiere: Zweite Halbzeit', { exact: true })).toBeVisible()
  await expect.element(button('Ton aus')).toBeVisible()
  await expect.element(button('Nächster Track')).not.toBeInTheDocument()
  await expectAccessible()
})
