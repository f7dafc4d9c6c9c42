import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { listPlays } from '@tonarchiv/contract/plays'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlay } from '#testing/a-play.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { renderSelected } from '#testing/queue-panel.tsx'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { chooseTrack, NOTHING_CHOSEN } from '../order/play-order.ts'
import { closeLargeView, openLargeView, showLargeTab, useLargeView } from './large-view.ts'
import { LargeView } from './LargeView.tsx'

function View() {
  const track = usePlayer((state) => state.track)
  return track ? <LargeView track={track} renderSelected={renderSelected} /> : null
}

/** Opens the tab „Als Nächstes“ of the large view for tracks with these titles; the first track is the current one. */
async function renderUpcoming(...titles: string[]) {
  await page.viewport(1440, 900)
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: ['Zuletzt', 'Davor', 'Zuerst'].map((title) => aPlay(title, title)) }))
  server.on(getTrackSound, () => ({ sound: null }))
  signInAs(aUser({ keyVerified: true }))
  const list = titles.map((title) => trackNamed(title))
  const [first] = list
  if (!first) throw new Error('There is no track')
  getPlayer().restore({ order: chooseTrack(NOTHING_CHOSEN, list, first), positionSeconds: 40 })
  onTestFinished(() => {
    closeLargeView()
    useLargeView.setState({ tab: 'lyrics' })
    getPlayer().stop()
    clearToast()
  })
  await render(
    <TestApp>
      <View />
    </TestApp>,
  )
  openLargeView()
  showLargeTab('queue')
  await expect.element(row('Flutlicht')).toBeVisible()
}

const view = page.getByRole('dialog', { name: 'Großansicht' })
const row = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}.* abspielen`) })
const bar = page.getByRole('toolbar', { name: 'Auswahl' })

test('several rows are selected as in the queue; Escape ends that, and only then closes the view', async () => {
  await renderUpcoming('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  await row('Flutlicht').click({ modifiers: ['Control'] })
  await row('Abpfiff').click({ modifiers: ['Shift'] })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(view).toBeVisible()

  await page.getByRole('button', { name: 'Auswählen', exact: true }).click()
  await page.getByRole('button', { name: /^Flutlicht.* auswählen$/ }).click()
  await page.getByRole('button', { name: /^Abpfiff.* auswählen$/ }).click()
  await bar.getByRole('button', { name: 'Entfernen' }).click()
  await expect.element(row('Flutlicht')).not.toBeInTheDocument()
  await expect.element(row('Heimweg')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.element(row('Abpfiff')).toBeVisible()
  row('Abpfiff').element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(view).not.toBeInTheDocument()
})

test('of what was played the last is shown at first, and the others after a press', async () => {
  await renderUpcoming('Anpfiff', 'Flutlicht')
  await expect.element(row('Zuletzt')).toBeVisible()
  await expect.element(row('Davor')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '2 weitere', exact: true }).click()
  await expect.element(row('Davor')).toBeVisible()
  await expect.element(row('Zuerst')).toBeVisible()
  const fewer = page.getByRole('button', { name: 'Weniger', exact: true })
  await expect.element(fewer).toHaveFocus()
  await fewer.click()
  await expect.element(row('Davor')).not.toBeInTheDocument()
  await expect.element(row('Zuletzt')).toBeVisible()
})
