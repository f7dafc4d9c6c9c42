import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { clearToast, useToast } from '#ui/dom/toast.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { setResumeOffer } from '../engine/play-state/resume-offer.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'

function Bar() {
  const track = usePlayer((state) => state.track)
  return (
    <section id="player" tabIndex={-1} aria-label="Player">
      {useHasOffer() ? <ResumeOffer coverWidth={52} /> : <p>{track?.title ?? 'Kein Track ausgewählt'}</p>}
    </section>
  )
}

/** Renders the player with a saved state of two tracks, which is at second 84 of the first one. */
async function renderOffer() {
  startFakeServer()
  signInAs(aUser({ keyVerified: true }))
  const [first, second] = [trackNamed('Rücklichter'), trackNamed('Nordlicht')]
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [first, second], first), positionSeconds: 84 })
  setResumeOffer({ device: 'iPhone' })
  onTestFinished(() => {
    setResumeOffer(undefined)
    getPlayer().stop()
    getPlayer().clearUpcoming()
    clearToast()
  })
  await render(
    <TestApp>
      <Bar />
    </TestApp>,
  )
}

const offer = page.getByRole('button', { name: 'Weiterhören: Rücklichter bei 1:24 · iPhone' })
const discard = page.getByRole('button', { name: 'Gespeicherten Stand verwerfen' })
const state = () => getPlayer().state.getState()

test('the saved state names track, second and device, and nothing plays before it is pressed', async () => {
  await renderOffer()
  await expect.element(offer).toBeVisible()
  expect(state().status).toBe('paused')
  await offer.click()
  await expect.poll(() => state().status).not.toBe('paused')
  expect(state().track?.title).toBe('Rücklichter')
})

test('a discarded state comes back by „Rückgängig“ for eight seconds, where it was', async () => {
  await renderOffer()
  await discard.click()
  await expect.element(page.getByText('Kein Track ausgewählt')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Player' })).toHaveFocus()
  expect(state().order.list).toEqual([])
  expect(useToast.getState().toast).toMatchObject({ text: 'Gespeicherter Stand verworfen', duration: 8000 })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.element(offer).toBeVisible()
  expect(state().order.list.map(({ track }) => track.title)).toEqual(['Rücklichter', 'Nordlicht'])
})

test('what was chosen since a state was discarded is not replaced by it', async () => {
  await renderOffer()
  await discard.click()
  const other = trackNamed('Polarkreis')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, [other], other), positionSeconds: 0 })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  expect(state().track?.title).toBe('Polarkreis')
})
