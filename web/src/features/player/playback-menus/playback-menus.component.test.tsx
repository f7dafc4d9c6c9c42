import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { connectSleepTimer } from '../sleep/connect-sleep-timer.ts'
import { getOwnPlayer, getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { DeskBar } from '../ui/DeskBar.tsx'

/** Renders the player bar with a paused track of 100 seconds at second 40. */
async function renderBar() {
  await page.viewport(1440, 800)
  startFakeServer().on(getTrackSound, () => ({ sound: null }))
  signInAs(aUser())
  const track = trackNamed('Anpfiff')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [track], track), positionSeconds: 40 })
  const disconnect = connectSleepTimer(getOwnPlayer())
  onTestFinished(() => {
    disconnect()
    getPlayer().setRate(1)
    getPlayer().stop()
  })
  await render(
    <TestApp>
      <DeskBar />
    </TestApp>,
  )
}

const more = page.getByRole('button', { name: 'Mehr', exact: true })
const item = (name: RegExp | string) => page.getByRole('menuitem', { name })
const choice = (name: RegExp | string) => page.getByRole('menuitemradio', { name })
const focused = () => document.activeElement

test('the sleep timer is chosen from „Mehr“, shows what is left, is put off and switched off', async () => {
  await renderBar()
  await more.click()
  await item(/^Schlummer-Timer/).click()
  await expect.element(choice(/^30 Minuten bis \d/)).toBeVisible()
  await expect.element(choice(/^Ende des Titels in 1:00/)).toHaveAttribute('aria-checked', 'false')
  await choice(/^30 Minuten/).click()
  await expect.element(page.getByText('Schlummer-Timer: 30 Minuten')).toBeVisible()
  const chip = page.getByRole('button', { name: 'Schlummer-Timer, noch 30 Minuten' })
  await expect.element(chip).toHaveTextContent('30 Min.Schlummer-Timer, noch 30 Minuten')
  await expect.poll(focused).toBe(more.element())

  await chip.click()
  await expect.poll(() => page.getByRole('timer').element().textContent).toContain('Noch 30 Minuten')
  await item('15 Minuten länger').click()
  await expect.element(page.getByRole('button', { name: 'Schlummer-Timer, noch 45 Minuten' })).toBeVisible()

  await more.click()
  await item(/^Schlummer-Timer 45 Min\./).click()
  await item('Timer ausschalten').click()
  await expect.element(page.getByRole('button', { name: /^Schlummer-Timer/ })).not.toBeInTheDocument()
})

test('a chip that switches itself off leaves the focus to the player', async () => {
  await renderBar()
  await more.click()
  await item(/^Schlummer-Timer/).click()
  await choice(/^Ende des Titels/).click()
  const chip = page.getByRole('button', { name: 'Schlummer-Timer, bis zum Ende des Titels' })
  await expect.element(chip).toHaveTextContent('1:00Schlummer-Timer, bis zum Ende des Titels')
  await chip.click()
  await expect.element(choice(/^Ende des Titels/)).toHaveAttribute('aria-checked', 'true')
  await item('Timer ausschalten').click()
  await expect.element(chip).not.toBeInTheDocument()
  await expect.poll(() => focused()?.closest('[data-player]')).not.toBeFalsy()
})

test('the speed is set by presets, buttons and the slider, and reset', async () => {
  await renderBar()
  await more.click()
  await item('Tempo').click()
  await choice('1,25-fach').click()
  await expect.element(choice('1,25-fach')).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('button', { name: 'Schneller' }).click()
  await expect
    .element(page.getByRole('slider', { name: 'Tempo' }))
    .toHaveAttribute('aria-valuetext', '1,3-fach')
  await choice('0,5-fach').click()
  await page.getByRole('button', { name: 'Langsamer' }).click()
  const chip = page.getByRole('button', { name: 'Tempo 0,5-fach' })
  await expect.element(chip).toHaveTextContent('0,5×Tempo 0,5-fach')
  expect([...document.querySelectorAll('audio')].map((audio) => audio.playbackRate)).toEqual(
    [...document.querySelectorAll('audio')].map(() => 0.5),
  )
  await page.getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect.element(chip).not.toBeInTheDocument()
})

test('the arrows choose a preset, and go back to „Mehr“ where they have no other use', async () => {
  await renderBar()
  await more.click()
  await item('Tempo').click()
  await expect.poll(focused).toBe(choice('0,5-fach').element())
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  await expect.poll(focused).toBe(choice('1-fach').element())
  await page.getByRole('button', { name: 'Zurück zu „Mehr“' }).click()
  await expect.element(item('Details anzeigen')).toBeVisible()
  await item(/^Schlummer-Timer/).click()
  await expect.poll(focused).toBe(choice(/^15 Minuten/).element())
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(item('Details anzeigen')).toBeVisible()
  await expect.element(choice(/^15 Minuten/)).not.toBeInTheDocument()
})
