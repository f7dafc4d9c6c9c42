import { listPlays, type Play } from '@tonarchiv/contract/plays'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { aPlay } from '#testing/a-play.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { HistoryPage } from './HistoryPage.tsx'

/** A play of a track. If the title contains capitals, the track is no longer in the archive. */
function play(id: string, title: string): Play {
  const isGone = title !== title.toLowerCase()
  return { ...aPlay(id, title), ...(isGone && { track: null }) }
}

async function renderPage() {
  signInAs(aUser({ keyVerified: true }))
  onTestFinished(() => {
    getPlayer().stop()
    getPlayer().clearUpcoming()
  })
  await render(
    <TestApp>
      <HistoryPage />
    </TestApp>,
  )
}

const rows = page.getByRole('list', { name: 'Zuletzt gehört' }).getByRole('listitem')

test('a pressed track plays the history from there, each track once, and without those that are gone', async () => {
  const server = startFakeServer()
  server.on(listPlays, () => ({
    plays: [play('4', 'eins'), play('3', 'FORT'), play('2', 'zwei'), play('1', 'eins')],
  }))
  await renderPage()
  await expect.poll(() => rows.elements().length).toBe(4)
  await expect.element(rows.filter({ hasText: 'FORT' }).getByText('Nicht mehr im Archiv')).toBeVisible()
  expect(rows.filter({ hasText: 'FORT' }).getByRole('button').elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Mehr zu zwei' })).toBeVisible()
  await page.getByRole('button', { name: /^zwei .*abspielen$/ }).click()
  const { order } = getPlayer().state.getState()
  expect(order.source).toEqual({ title: 'Zuletzt gehört', path: '/history' })
  expect(order.list.map(({ track }) => track.title)).toEqual(['eins', 'zwei'])
})

test('the history comes in pages of fifty', async () => {
  const server = startFakeServer()
  const before: (string | null)[] = []
  server.on(listPlays, (_, query) => {
    before.push(query.get('before'))
    const first = Array.from({ length: 50 }, (_each, index) => play(`p${index}`, `stück ${index}`))
    return { plays: query.get('before') === null ? first : [play('last', 'zuletzt')] }
  })
  await renderPage()
  await page.getByRole('button', { name: 'Weitere laden' }).click()
  await expect.poll(() => before).toEqual([null, 'p49'])
  await expect.element(page.getByRole('button', { name: 'Weitere laden' })).not.toBeInTheDocument()
})

test('without plays it says when a track stands here, and a failure can be repeated', async () => {
  const server = startFakeServer()
  let isDown = true
  server.on(listPlays, () => (isDown ? refuse(serverFault) : { plays: [] }))
  await renderPage()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('heading', { name: 'Noch nichts gehört' })).toBeVisible()
  await expect.element(page.getByText('Nach 30 Sekunden steht ein Track hier.')).toBeVisible()
})
