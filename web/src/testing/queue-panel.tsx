import { listPlays } from '@tonarchiv/contract/plays'
import { onTestFinished, expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  addToPlaylist,
  AddToPlaylistDialog,
  AddToPlaylistItem,
  saveAsPlaylist,
  SaveAsPlaylistDialog,
  SelectionBar,
} from '#features/playlists/index.ts'
import {
  TrackMenu,
  type Go,
  type PlayableTrack,
  type RenderSelected,
  type Track,
} from '#features/tracks/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { MoreMenu } from '../features/player/controls/MoreMenu.tsx'
import { getPlayer, usePlayer } from '../features/player/engine/player-instance.ts'
import { trackNamed } from '../features/player/engine/silent-player.ts'
import { useQueuePanel } from '../features/player/queue/queue-panel.ts'
import { QueueButton } from '../features/player/queue/QueueButton.tsx'
import { QueuePanel } from '../features/player/queue/QueuePanel.tsx'
import { TrackMenuItems } from '../features/player/track-menu/TrackMenuItems.tsx'
import { TracksMenuItems } from '../features/player/track-menu/TracksMenuItems.tsx'
import { startFakeServer } from './fake-server.ts'
import { aUser, signInAs } from './sign-in.ts'
import { TestApp } from './TestApp.tsx'

const trackActions = (track: Track, go: Go) => <TrackMenuItems track={track} go={go} />

const tracksActions = (tracks: readonly PlayableTrack[]) => <TracksMenuItems tracks={tracks} />

/** Renders the actions for selected tracks, as pages do, but without the favorites. */
export const renderSelected: RenderSelected = ({ tracks, ...selected }) => (
  <SelectionBar
    count={tracks.length}
    seconds={0}
    onPlayNext={() => getPlayer().enqueueAll(tracks, 'next')}
    onEnqueue={() => getPlayer().enqueueAll(tracks)}
    onAdd={() => addToPlaylist(tracks)}
    {...selected}
  />
)

function PlayerMenu() {
  const track = usePlayer((state) => state.track)
  return <MoreMenu items={track && <AddToPlaylistItem tracks={[track]} />} />
}

function Player({ isPhone }: { isPhone: boolean }) {
  const isOpen = useQueuePanel((state) => state.isOpen)
  return (
    <TestApp>
      <QueueButton />
      <PlayerMenu />
      {isOpen && (
        <QueuePanel
          isPhone={isPhone}
          onFollow={() => undefined}
          onSave={(tracks) => saveAsPlaylist(tracks, () => undefined)}
          onAdd={addToPlaylist}
          renderSelected={renderSelected}
        />
      )}
      <SaveAsPlaylistDialog />
      <AddToPlaylistDialog />
      <TrackMenu trackActions={trackActions} tracksActions={tracksActions} albumActions={() => null} />
    </TestApp>
  )
}

/** The titles of the tracks that were queued by hand. */
export const waiting = () =>
  getPlayer()
    .state.getState()
    .order.queue.map(({ track }) => track.title)

/** Renders the open queue with these tracks, and starts a fake server on which there are no plays. */
export async function renderQueue(...titles: string[]) {
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: [] }))
  await renderPlayer(titles)
  return server
}

/** Renders the open queue with these tracks. The caller starts the fake server. */
export async function renderPlayer(titles: readonly string[], { isPhone = false } = {}) {
  signInAs(aUser())
  for (const title of titles) getPlayer().enqueue(trackNamed(title))
  onTestFinished(() => {
    getPlayer().stop()
    getPlayer().clearUpcoming()
    useQueuePanel.setState({ isOpen: false })
    clearToast()
  })
  await render(<Player isPhone={isPhone} />)
  await page.getByRole('button', { name: /^Warteschlange(,|$)/ }).click()
  await expect.element(panel).toBeVisible()
}

/** Renders the open queue; the first track of an album with these tracks is paused. */
export async function renderAlbum(...titles: string[]) {
  const server = await renderQueue()
  const tracks = titles.map((title) => trackNamed(title))
  const [first] = tracks
  if (first) getPlayer().choose(tracks, first, { title: 'Nachtfahrten', path: '/playlists/7' })
  // Pauses, because a track that cannot be loaded would be skipped.
  getPlayer().pause()
  return server
}

export const panel = page.getByRole('dialog', { name: 'Warteschlange' })
export const button = (name: string) => panel.getByRole('button', { name })
/** The play button of a row. */
export const row = (title: string) =>
  panel.getByRole('button', { name: new RegExp(`^${title}.* abspielen( ?, ausgewählt)?$`) })

/** Sorts elements by their vertical position. */
function fromTop(elements: readonly Element[]): Element[] {
  return elements.toSorted(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  )
}

/** The titles of the rows from top to bottom. */
export const shown = () =>
  fromTop(panel.getByRole('button', { name: / abspielen( ?, ausgewählt)?$/ }).elements()).map(
    (each) => each.querySelector('[title]')?.textContent,
  )

/** The rows and headings from top to bottom. */
export const lines = () =>
  fromTop(panel.getByRole('listitem').elements()).map(
    (line) => line.querySelector('[title]')?.textContent ?? line.textContent,
  )
