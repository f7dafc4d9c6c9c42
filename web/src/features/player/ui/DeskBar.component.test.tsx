import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forgetTrackSounds } from '#features/track-sound/index.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { DeskBar } from './DeskBar.tsx'

function choose(): void {
  const track = trackNamed('Anpfiff')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [track], track), positionSeconds: 0 })
}

async function renderBar(width: number, isEmpty = false) {
  await page.viewport(width, 800)
  startFakeServer().on(getTrackSound, () => ({ sound: null }))
  signInAs(aUser())
  if (!isEmpty) choose()
  onTestFinished(() => {
    getPlayer().stop()
    forgetTrackSounds()
  })
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
