import type { Album } from '@tonarchiv/contract/catalog'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { tracksOfAlbum, type Track } from '../track/track.ts'
import { AlbumMenuButton, TrackMenuButton } from './MenuButtons.tsx'
import { TrackMenu } from './TrackMenu.tsx'
import { closeTrackMenu, openTrackMenu } from './track-menu.ts'

const album: Album = {
  albumId: 'album',
  albumTitel: 'Nordlicht Süd',
  albumCover: 'unknown',
  releaseJahr: 2024,
  type: 'ep',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [
    { id: 'a', title: 'Süßholz', file: 'a.mp3', duration: 12 },
    { id: 'b', title: 'Abfahrt', file: 'b.mp3', duration: 12 },
  ],
}
const tracks = tracksOfAlbum(album)
const menu = (name: string) => page.getByRole('menu', { name })

function Address() {
  return <output>{useLocation().pathname}</output>
}

async function renderMenus(onQueue: (track: Track) => void = () => undefined) {
  await render(
    <MemoryRouter>
      {tracks.map((track) => (
        <TrackMenuButton key={track.id} track={track} />
      ))}
      <AlbumMenuButton album={album} />
      <TrackMenu
        trackActions={(track, go) => (
          <>
            <MenuItem onSelect={() => onQueue(track)}>Zur Warteschlange</MenuItem>
            <MenuItem onSelect={() => go(`/album/${track.album}`)}>Zum Album</MenuItem>
          </>
        )}
        tracksActions={() => null}
        albumActions={() => <MenuItem onSelect={() => undefined}>Alle abspielen</MenuItem>}
      />
      <Address />
    </MemoryRouter>,
  )
}

beforeEach(() => closeTrackMenu())

test('the menu of a track holds the items that the application passes, for that track', async () => {
  const onQueue = vi.fn<(track: Track) => void>()
  await renderMenus(onQueue)
  const button = page.getByRole('button', { name: 'Mehr zu Abfahrt' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect
    .element(page.getByRole('button', { name: 'Mehr zu Süßholz' }))
    .toHaveAttribute('aria-expanded', 'false')
  await menu('Abfahrt').getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  expect(onQueue.mock.calls).toEqual([[tracks[1]]])
  await expect.element(menu('Abfahrt')).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('an album has items of its own', async () => {
  await renderMenus()
  await page.getByRole('button', { name: 'Mehr zu Nordlicht Süd' }).click()
  await expect.element(menu('Nordlicht Süd').getByRole('menuitem')).toHaveTextContent('Alle abspielen')
})

test('an item can lead to another page', async () => {
  await renderMenus()
  await page.getByRole('button', { name: 'Mehr zu Süßholz' }).click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('/album/Nordlicht Süd')
})

test('Escape closes the menu and returns the focus to its button', async () => {
  await renderMenus()
  const button = page.getByRole('button', { name: 'Mehr zu Süßholz' })
  await button.click()
  await expect.element(menu('Süßholz').getByRole('menuitem').first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

test('on a phone the menu is a sheet that names the track', async () => {
  await page.viewport(390, 844)
  await renderMenus()
  const [first] = tracks
  if (first) openTrackMenu(first, { x: 10, y: 10 })
  await expect.element(menu('Süßholz')).toBeVisible()
  await expect.element(page.getByText('Süßholz', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Nordlicht Süd', { exact: true })).toBeVisible()
})
