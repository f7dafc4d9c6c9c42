import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useTrackDrag } from '../drag/track-drag.ts'
import { TrackMenuButton } from '../menu/MenuButtons.tsx'
import { closeTrackMenu, openTrackMenu } from '../menu/track-menu.ts'
import { TrackMenu } from '../menu/TrackMenu.tsx'
import type { Track } from '../track/track.ts'
import { TrackTable } from './TrackTable.tsx'

/** A track for tests; without a file if its title is in capitals. */
function trackNamed(title: string): Track {
  return {
    id: title,
    title,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(title === title.toLowerCase() && { file: `${title}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 61,
    isExclusive: false,
  }
}

const tracks = ['eins', 'ZWEI', 'drei', 'vier'].map(trackNamed)
const playButton = (title: string) => page.getByRole('button', { name: new RegExp(`^${title} `) })

test('Tab reaches one track, and the arrows go on from there past what is missing', async () => {
  await render(
    <>
      <TrackTable
        tracks={tracks}
        onPlay={() => undefined}
        actions={(track, tabIndex) => (
          <button type="button" tabIndex={tabIndex}>
            Mehr zu {track.title}
          </button>
        )}
      />
      <button type="button">danach</button>
    </>,
  )
  await userEvent.tab()
  await expect.element(playButton('eins')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(playButton('drei')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(playButton('vier')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Mehr zu vier' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'danach' })).toHaveFocus()
})

test('Tab reaches the track that sounds, and a press pauses it', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  await render(<TrackTable tracks={tracks} current={{ id: 'drei', isSounding: true }} onPlay={onPlay} />)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'drei pausieren' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onPlay.mock.calls).toEqual([[tracks[2]]])
})

test('a track that browsers cannot play yet is marked, for screen readers too, and can be pressed', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  const marked: Track = { ...trackNamed('eins'), needsConversion: true }
  await render(<TrackTable tracks={[marked]} onPlay={onPlay} />)
  const button = page.getByRole('button', { name: 'eins abspielen, braucht Umwandlung' })
  await expect.element(button.getByText('braucht Umwandlung')).toBeVisible()
  await button.click()
  expect(onPlay.mock.calls).toEqual([[marked]])
})

test('a missing track says so and cannot be pressed', async () => {
  await render(<TrackTable tracks={tracks} onPlay={() => undefined} />)
  const missing = page.getByRole('row', { name: /ZWEI, fehlt/ })
  await expect.element(missing).toHaveTextContent('2ZWEIFehlt–')
  expect(missing.getByRole('button').elements()).toEqual([])
})

test('a linked track far down a long table is drawn and brought into view', async () => {
  const many = Array.from({ length: 300 }, (_, index) => trackNamed(`stück ${index} ende`))
  await render(<TrackTable tracks={many} linkedId="stück 250 ende" onPlay={() => undefined} />)
  await expect.element(playButton('stück 250 ende')).toBeInViewport()
  await expect.poll(() => page.getByRole('row').elements().length).toBeLessThan(150)
})

test('guests and other artists stand beside the title as links, which play nothing', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  const ada = { id: 'a b', name: 'Ada' }
  const credited = [
    Object.assign(trackNamed('eins'), {
      credits: { artists: [], features: [ada, { id: 'c', name: 'Cem' }] },
    }),
    Object.assign(trackNamed('drei'), { credits: { artists: [ada], features: [] } }),
  ]
  await render(
    <MemoryRouter>
      <TrackTable tracks={credited} onPlay={onPlay} />
    </MemoryRouter>,
  )
  await expect.element(page.getByRole('rowheader', { name: 'eins abspielen mit Ada, Cem' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'drei abspielen Ada' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Ada' }).first()
  await expect.element(link).toHaveAttribute('href', '/artists/a%20b')
  await link.click()
  expect(onPlay).not.toHaveBeenCalled()
  await playButton('eins').click()
  expect(onPlay.mock.calls).toEqual([[credited[0]]])
})

/** Renders an album with selectable tracks and a menu for its tracks. Returns the handlers of the actions. */
async function renderSelectable() {
  const onPlay = vi.fn<(track: Track) => void>()
  const onQueue = vi.fn<(ids: string) => void>()
  onTestFinished(() => closeTrackMenu())
  await render(
    <MemoryRouter>
      <TrackTable
        tracks={['eins', 'ZWEI', 'drei', 'vier', 'fünf'].map(trackNamed)}
        onPlay={onPlay}
        onMenu={openTrackMenu}
        actions={(track) => <TrackMenuButton track={track} />}
        renderSelected={({ tracks: selected, onClear }) => (
          <button type="button" onClick={onClear}>
            {selected.length} ausgewählt
          </button>
        )}
      />
      <TrackMenu
        trackActions={({ id }) => <MenuItem onSelect={() => onQueue(id)}>Einreihen</MenuItem>}
        tracksActions={(several) => (
          <MenuItem onSelect={() => onQueue(several.map(({ id }) => id).join(' '))}>Einreihen</MenuItem>
        )}
        albumActions={() => null}
      />
    </MemoryRouter>,
  )
  return { onPlay, onQueue }
}

const bar = (count: number) => page.getByRole('button', { name: `${count} ausgewählt` })
const several = (count: number) => page.getByRole('menu', { name: `${count} Titel` })

test('Shift and Ctrl select tracks of an album, and the menu of a selected row acts on all of them', async () => {
  const { onPlay, onQueue } = await renderSelectable()
  await playButton('eins').click({ modifiers: ['Control'] })
  await playButton('vier').click({ modifiers: ['Shift'] })
  await expect.element(bar(3)).toBeVisible()
  await expect.element(playButton('drei')).toHaveAccessibleName('drei abspielen, ausgewählt')
  expect(onPlay).not.toHaveBeenCalled()

  // The menu for the selected rows is opened by a right click, by the button of a row or by a key.
  await playButton('drei').click({ button: 'right' })
  await expect.element(several(3).getByRole('menuitem')).toBeVisible()
  await expect.element(page.getByText('3:03 Min.')).toBeVisible()
  await several(3).getByRole('menuitem').click()
  await page.getByRole('button', { name: 'Mehr zu vier' }).click()
  await several(3).getByRole('menuitem').click()
  playButton('eins').element().focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await several(3).getByRole('menuitem').click()
  expect(onQueue.mock.calls).toEqual([['eins drei vier'], ['eins drei vier'], ['eins drei vier']])

  // A row that is not selected opens its own menu, not that of the selected rows.
  await page.getByRole('button', { name: 'Mehr zu fünf' }).click()
  await page.getByRole('menu', { name: 'fünf' }).getByRole('menuitem').click()
  expect(onQueue).toHaveBeenLastCalledWith('fünf')
  await bar(3).click()
  await expect.element(bar(3)).not.toBeInTheDocument()
  await playButton('drei').click()
  expect(onPlay).toHaveBeenCalledOnce()
})

test('the button of the head lets plain presses and Space select, and rows say whether they are selected', async () => {
  const { onPlay } = await renderSelectable()
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.getAttribute('aria-selected'))
  const select = page.getByRole('button', { name: 'Auswählen', exact: true })
  // The heading row of the table and the row of a track without a file cannot be selected.
  await expect.poll(rows).toEqual([null, 'false', null, 'false', 'false', 'false'])
  await select.click()
  await playButton('drei').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(playButton('vier')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(rows).toEqual([null, 'false', null, 'true', 'true', 'false'])
  await expect.element(playButton('drei')).toHaveAccessibleName('drei auswählen')
  await expect.element(playButton('drei')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(playButton('fünf')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(bar(2)).toBeVisible()
  await select.click()
  await expect.poll(rows).toEqual([null, 'false', null, 'false', 'false', 'false'])
  expect(onPlay).not.toHaveBeenCalled()
  await playButton('fünf').click()
  expect(onPlay).toHaveBeenCalledOnce()
})

test('Shift with an arrow extends the selection, Ctrl with A selects all, Escape nothing', async () => {
  await renderSelectable()
  playButton('eins').element().focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.element(playButton('vier')).toHaveFocus()
  await expect.element(bar(3)).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(bar(4)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar(4)).not.toBeInTheDocument()
})

test('a selected track is dragged with the whole selection', async () => {
  await renderSelectable()
  await playButton('eins').click({ modifiers: ['Control'] })
  await playButton('vier').click({ modifiers: ['Control'] })
  await expect.element(bar(2)).toBeVisible()
  const dragged: string[] = []
  onTestFinished(
    useTrackDrag.subscribe(({ drag }) => {
      if (drag) dragged.push(drag.tracks.map(({ id }) => id).join(' '))
    }),
  )
  await userEvent.dragAndDrop(playButton('vier'), playButton('drei'), { steps: 8 })
  await expect.poll(() => dragged.at(-1)).toBe('eins vier')
  await expect.poll(() => useTrackDrag.getState().drag).toBeUndefined()
  await userEvent.dragAndDrop(playButton('drei'), playButton('eins'), { steps: 8 })
  await expect.poll(() => dragged.at(-1)).toBe('drei')
})
