import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { entriesNamed, playButton } from '#testing/track-entries.ts'
import { TrackMenuButton } from '../menu/MenuButtons.tsx'
import { closeTrackMenu, openTrackMenu } from '../menu/track-menu.ts'
import { TrackMenu } from '../menu/TrackMenu.tsx'
import { SelectableTrackList } from './SelectableTrackList.tsx'
import { TrackList } from './TrackList.tsx'
import { NO_SELECTION } from './track-selection.ts'

function SelectableList({ onPlay }: { onPlay: () => void }) {
  const [value, onChange] = useState(NO_SELECTION)
  return (
    <>
      <TrackList
        entries={entriesNamed('eins zwei drei vier')}
        rowHeight={3.5}
        onPlay={onPlay}
        selection={{ value, onChange }}
      />
      <output>{[...value.keys].join(' ')}</output>
    </>
  )
}

const ALL = entriesNamed('eins zwei drei vier fünf')

/** A long list that can be filtered. */
function FilteredList({ onPlay }: { onPlay: (at: string) => void }) {
  const [value, onChange] = useState(NO_SELECTION)
  const [entries, setEntries] = useState(ALL)
  return (
    <div style={{ height: '400px' }} className="frame">
      <style>{'.frame > div { height: 100%; overflow: auto }'}</style>
      <button type="button" onClick={() => setEntries(ALL.filter(({ key }) => key !== 'drei'))}>
        Ohne drei
      </button>
      <TrackList
        entries={entries}
        rowHeight={3.5}
        scroll="list"
        onPlay={({ key }) => onPlay(`${key} von ${entries.map((entry) => entry.key).join(' ')}`)}
        selection={{ value, onChange }}
      />
      <output>{[...value.keys].join(' ')}</output>
    </div>
  )
}

test('a row that stays where it is acts on the list and the selection as they are now', async () => {
  const onPlay = vi.fn<(at: string) => void>()
  await render(<FilteredList onPlay={onPlay} />)
  await playButton('vier').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Ohne drei' }).click()
  await expect.element(playButton('drei')).not.toBeInTheDocument()
  await playButton('eins').click({ modifiers: ['Shift'] })
  await expect
    .element(page.getByRole('status'))
    .toSatisfy((output: Element) => output.textContent === 'eins zwei vier')
  await playButton('eins').click()
  expect(onPlay.mock.calls).toEqual([['eins von eins zwei vier fünf']])
})

describe('a selectable list', () => {
  const expectSelected = async (keys: string) =>
    expect.element(page.getByRole('status')).toSatisfy((output: Element) => output.textContent === keys)

  test('selects with Ctrl and Shift, and plays without them', async () => {
    const onPlay = vi.fn<() => void>()
    await render(<SelectableList onPlay={onPlay} />)
    await playButton('zwei').click({ modifiers: ['Control'] })
    await expectSelected('zwei')
    await expect.element(playButton('zwei')).toHaveAccessibleName(/, ausgewählt$/)
    await playButton('vier').click({ modifiers: ['Shift'] })
    await expectSelected('zwei drei vier')
    await playButton('drei').click({ modifiers: ['Control'] })
    await expectSelected('zwei vier')
    expect(onPlay).not.toHaveBeenCalled()
    await playButton('eins').click()
    expect(onPlay).toHaveBeenCalledOnce()
    await expectSelected('zwei vier')
  })

  test('selects by keys alone: Ctrl or Shift with Space, Ctrl with A, and Escape', async () => {
    const onPlay = vi.fn<() => void>()
    await render(<SelectableList onPlay={onPlay} />)
    await userEvent.tab()
    await userEvent.keyboard('{Control>} {/Control}')
    await expectSelected('eins')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expectSelected('eins zwei drei')
    await userEvent.keyboard('{Control>}a{/Control}')
    await expectSelected('eins zwei drei vier')
    await userEvent.keyboard('{Escape}')
    await expectSelected('')
    expect(onPlay).not.toHaveBeenCalled()
  })
})

test('a list that holds its selection acts on all selected rows by the menu of one of them', async () => {
  onTestFinished(() => closeTrackMenu())
  const onChosen = vi.fn<(ids: string) => void>()
  await render(
    <MemoryRouter>
      <SelectableTrackList
        entries={entriesNamed('eins zwei drei WEG vier')}
        rowHeight={3.5}
        onPlay={() => undefined}
        onMenu={({ track }, at) => openTrackMenu(track, at)}
        renderSlots={({ track }) => ({ actions: <TrackMenuButton track={track} /> })}
        renderHead={(select) => <h2>Songs {select}</h2>}
        renderSelected={({ tracks, onClear }) => (
          <button type="button" onClick={onClear}>
            {tracks.length} ausgewählt
          </button>
        )}
      />
      <TrackMenu
        trackActions={({ id }) => <MenuItem onSelect={() => onChosen(id)}>Einreihen</MenuItem>}
        tracksActions={(several) => (
          <MenuItem onSelect={() => onChosen(several.map(({ id }) => id).join(' '))}>Einreihen</MenuItem>
        )}
        albumActions={() => null}
      />
    </MemoryRouter>,
  )
  const item = (name: string) => page.getByRole('menu', { name }).getByRole('menuitem')
  await playButton('zwei').click({ modifiers: ['Control'] })
  // If only one row is selected, its menu is that of a single track.
  await playButton('zwei').click({ button: 'right' })
  await item('zwei').click()
  await playButton('vier').click({ modifiers: ['Shift'] })
  await playButton('drei').click({ button: 'right' })
  await item('3 Titel').click()
  await page.getByRole('button', { name: 'Mehr zu vier' }).click()
  await item('3 Titel').click()
  await page.getByRole('button', { name: 'Mehr zu eins' }).click()
  await item('eins').click()
  expect(onChosen.mock.calls).toEqual([['zwei'], ['zwei drei vier'], ['zwei drei vier'], ['eins']])
  await page.getByRole('button', { name: '3 ausgewählt' }).click()
  await expect.element(playButton('zwei')).not.toHaveAccessibleName(/ausgewählt/)

  // In selection mode, a press without modifier keys selects, and each row is a toggle button.
  const select = page.getByRole('button', { name: 'Auswählen', exact: true })
  await expect.element(select).toHaveAttribute('aria-pressed', 'false')
  await expect.element(playButton('zwei')).not.toHaveAttribute('aria-pressed')
  await select.click()
  await expect.element(select).toHaveAttribute('aria-pressed', 'true')
  await playButton('eins').click()
  await expect.element(playButton('eins')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(playButton('eins')).toHaveAccessibleName(/^eins .* auswählen$/)
  await expect.element(playButton('zwei')).toHaveAttribute('aria-pressed', 'false')
  await select.click()
  await expect.element(page.getByRole('button', { name: '1 ausgewählt' })).not.toBeInTheDocument()
  await expect.element(playButton('eins')).not.toHaveAttribute('aria-pressed')
})
