import { getPlaylist } from '@tonarchiv/contract/playlist-entries'
import { listPlaylists } from '@tonarchiv/contract/playlists'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlaylist, aPlaylistEntry } from '#testing/a-playlist.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { loseConnection } from '#testing/lose-connection.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { PlaylistsPage } from './PlaylistsPage.tsx'

const nights = aPlaylist('p1', { title: 'Nachtfahrten', entryCount: 2 })
const sunday = aPlaylist('p2', { title: 'Sonntag', entryCount: 1 })
const gone = aPlaylistEntry('gone', { track: null })

async function renderPage({ hasKey = true } = {}) {
  const server = startFakeServer()
  server.on(listPlaylists, () => ({ playlists: [nights, sunday, aPlaylist('p3', { title: 'Leer' })] }))
  server.on(getPlaylist, () => ({
    playlist: nights,
    entries: [aPlaylistEntry('e1'), gone],
    people: [],
  }))
  signInAs(aUser({ keyVerified: hasKey }))
  onTestFinished(() => {
    getPlayer().stop()
    getPlayer().clearUpcoming()
    clearToast()
  })
  await render(
    <TestApp>
      <PlaylistsPage />
    </TestApp>,
  )
  await expect.element(page.getByRole('link', { name: 'Nachtfahrten' })).toBeVisible()
  return server
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const order = () => getPlayer().state.getState().order

test('a playlist plays from its card, which shows that it is being loaded, and can be paused there', async () => {
  const server = await renderPage()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  server.on(getPlaylist, async () => {
    await promise
    return { playlist: nights, entries: [aPlaylistEntry('e1'), gone, aPlaylistEntry('e2')], people: [] }
  })
  await button('Nachtfahrten abspielen').click()
  await expect.element(button('Nachtfahrten abspielen')).toHaveAttribute('aria-busy', 'true')
  resolve(undefined)
  await expect.poll(() => order().source).toEqual({ title: 'Nachtfahrten', path: '/playlists/p1' })
  expect(order().list.map(({ track }) => track.id)).toEqual(['t-e1', 't-e2'])
  await button('Nachtfahrten pausieren').click()
  await expect.poll(() => getPlayer().state.getState().status).toBe('paused')
  await expect.element(page.getByRole('link', { name: 'Pausiert Nachtfahrten' })).toBeVisible()
  // The card of an empty playlist has no play button.
  await expect.element(button('Leer abspielen')).not.toBeInTheDocument()
})

test('of two playlists that are chosen one after the other the last one plays', async () => {
  const server = await renderPage()
  const answers = new Map([nights, sunday].map((one) => [one.id, Promise.withResolvers<undefined>()]))
  let asked = 0
  server.on(getPlaylist, async () => {
    asked += 1
    const playlist = asked === 1 ? nights : sunday
    await answers.get(playlist.id)?.promise
    return { playlist, entries: [aPlaylistEntry(playlist.id), gone], people: [] }
  })
  await button('Nachtfahrten abspielen').click()
  await expect.poll(() => asked).toBe(1)
  await button('Sonntag abspielen').click()
  answers.get('p2')?.resolve(undefined)
  await expect.poll(() => order().source?.title).toBe('Sonntag')
  answers.get('p1')?.resolve(undefined)
  await expect.element(button('Nachtfahrten abspielen')).not.toHaveAttribute('aria-busy')
  expect(order().source?.title).toBe('Sonntag')
})

test('a playlist that cannot be loaded, or has nothing to play, says so', async () => {
  const server = await renderPage()
  server.on(getPlaylist, () => refuse(serverFault))
  await button('Nachtfahrten abspielen').click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  server.on(getPlaylist, () => ({ playlist: sunday, entries: [gone], people: [] }))
  await button('Sonntag abspielen').click()
  await expect
    .element(page.getByText('In dieser Playlist ist nichts, was sich abspielen lässt'))
    .toBeVisible()
})

test('without a key playlists cannot be played', async () => {
  await renderPage({ hasKey: false })
  await expect.element(button('Nachtfahrten abspielen')).not.toBeInTheDocument()
})

test('without a connection only what lies on this device is opened or played, and nothing new is made', async () => {
  await renderPage()
  loseConnection({ playlists: new Set(['p1']) })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(link('Sonntag')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Sonntag abspielen')).not.toBeInTheDocument()
  await expect.element(link('Nachtfahrten')).not.toHaveAttribute('aria-disabled')
  await expect.element(button('Nachtfahrten abspielen')).toBeInTheDocument()
  for (const creates of [
    button('Importieren…'),
    button('Neue Playlist').first(),
    button('Neue Playlist').last(),
  ])
    await expect.element(creates).toBeDisabled()
})
