import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { TrackMenuButton } from '../menu/MenuButtons.tsx'
import { closeTrackMenu, openTrackMenu } from '../menu/track-menu.ts'
import { TrackMenu } from '../menu/TrackMenu.tsx'
import type { Track } from '../track/track.ts'
import { SelectableTrackList } from './SelectableTrackList.tsx'
import { TrackList } from './TrackList.tsx'
import { NO_SELECTION } from './track-selection.ts'

/** Capitals are missing. */
function entryNamed(title: string) {
  const track: Track = {
    id: title,
    title,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(title === title.toLowerCase() && { file: `${title}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 60,
    isExclusive: false,
  }
  return { key: title, track }
}
type Entry = ReturnType<typeof entryNamed>

const entriesNamed = (titles: string) => titles.split(' ').map(entryNamed)
const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
const titles = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.truncate')?.textContent ?? '')
const playButton = (title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title} Nordlicht Süd`) })
const grip = (title: string) => page.getByRole('button', { name: `${title} verschieben` })

describe('a row', () => {
  test('plays its track once, even when it is double-clicked', async () => {
    const onPlay = vi.fn<(entry: Entry) => void>()
    const entries = entriesNamed('eins zwei')
    await render(<TrackList entries={entries} rowHeight={3.5} onPlay={onPlay} />)
    await playButton('zwei').dblClick()
    expect(onPlay.mock.calls).toEqual([[entries[1]]])
  })

  test('shows which track sounds, and says what a press does', async () => {
    const entries = entriesNamed('eins zwei')
    const list = (isSounding: boolean) => (
      <TrackList
        entries={entries}
        rowHeight={3.5}
        current={{ id: 'zwei', isSounding }}
        onPlay={() => undefined}
      />
    )
    const { rerender } = await render(list(true))
    await expect.element(page.getByRole('button', { name: /^Spielt ab zwei.*pausieren$/ })).toBeVisible()
    await rerender(list(false))
    await expect.element(page.getByRole('button', { name: /^Pausiert zwei.*abspielen$/ })).toBeVisible()
    await expect.element(playButton('eins')).toHaveAccessibleName(/abspielen$/)
  })

  test('of a track that is gone cannot be pressed and has no menu', async () => {
    const onMenu = vi.fn<() => void>()
    await render(
      <TrackList
        entries={entriesNamed('eins FORT')}
        rowHeight={3.5}
        onPlay={() => undefined}
        onMenu={onMenu}
      />,
    )
    await expect.element(row('FORT')).toBeVisible()
    expect(row('FORT').getByRole('button').elements()).toEqual([])
    await row('FORT').click({ button: 'right' })
    expect(onMenu).not.toHaveBeenCalled()
    await row('eins').click({ button: 'right' })
    await vi.waitFor(() => expect(onMenu).toHaveBeenCalledOnce())
  })

  test('opens its menu by key at the element with the focus', async () => {
    const onMenu = vi.fn<(entry: Entry, at: unknown, remove: () => void) => void>()
    const entries = entriesNamed('eins')
    await render(<TrackList entries={entries} rowHeight={3.5} onPlay={() => undefined} onMenu={onMenu} />)
    await userEvent.tab()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await vi.waitFor(() =>
      expect(onMenu).toHaveBeenCalledWith(entries[0], playButton('eins').element(), expect.any(Function)),
    )
  })

  test('holds what its feature puts into it', async () => {
    await render(
      <TrackList
        entries={entriesNamed('eins')}
        rowHeight={3.5}
        onPlay={() => undefined}
        renderSlots={({ track }) => ({
          lead: <b>1</b>,
          tags: <i>Exclusive</i>,
          detail: <span>3 Streams</span>,
          end: <span>1:00</span>,
          actions: <button type="button">Mehr zu {track.title}</button>,
        })}
      />,
    )
    await expect
      .element(row('eins'))
      .toHaveTextContent('1einsExclusiveNordlicht Süd3 Streams abspielen1:00Mehr zu eins')
  })
})

describe('a long list', () => {
  const many = Array.from({ length: 1000 }, (_, index) => entryNamed(`stück ${index}`))

  test.each(['page', 'list'] as const)('that the %s scrolls holds the rows in sight', async (scroll) => {
    await render(
      <div style={{ height: '400px' }} className="frame">
        <style>{'.frame > div { height: 100%; overflow: auto }'}</style>
        <TrackList entries={many} rowHeight={3.5} scroll={scroll} onPlay={() => undefined} />
      </div>,
    )
    await expect.element(playButton('stück 0')).toBeVisible()
    const drawn = page.getByRole('listitem').elements()
    expect(drawn.length).toBeLessThan(60)
    expect(drawn[0]?.ariaSetSize).toBe('1000')
    expect(drawn[0]?.ariaPosInSet).toBe('1')
  })

  test('keeps the row with the focus while it is scrolled away', async () => {
    await render(
      <div style={{ height: '400px' }} className="frame">
        <style>{'.frame > div { height: 100%; overflow: auto }'}</style>
        <TrackList entries={many} rowHeight={3.5} scroll="list" onPlay={() => undefined} />
      </div>,
    )
    await userEvent.tab()
    await expect.element(playButton('stück 0')).toHaveFocus()
    document.querySelector('.frame > div')?.scrollTo(0, 20_000)
    await expect.element(playButton('stück 360')).toBeInTheDocument()
    await expect.element(playButton('stück 0')).toHaveFocus()
    await expect.element(playButton('stück 30')).not.toBeInTheDocument()
  })
})

/** What waits until the browser is idle, run by hand. */
async function holdIdle() {
  // What the test before has left to do.
  await new Promise((resolve) => requestIdleCallback(resolve))
  const held: IdleRequestCallback[] = []
  vi.spyOn(globalThis, 'requestIdleCallback').mockImplementation((work) => held.push(work))
  onTestFinished(() => void vi.restoreAllMocks())
  return {
    /** An idle period, or one that is already over. */
    pass: (hasTime: boolean) => {
      for (const work of held.splice(0)) work({ didTimeout: false, timeRemaining: () => (hasTime ? 50 : 0) })
    },
  }
}

test('only the visible rows of a long list are mounted at first, without pictures; the rest comes when the browser is idle', async () => {
  const idle = await holdIdle()
  await render(
    <div style={{ height: '400px' }} className="frame">
      <style>{'.frame > div { height: 100%; overflow: auto }'}</style>
      <TrackList
        entries={Array.from({ length: 1000 }, (_, index) => entryNamed(`stück ${index}`))}
        rowHeight={3.5}
        scroll="list"
        onPlay={() => undefined}
        onMove={() => undefined}
        renderSlots={({ track }) => ({
          actions: (
            <IconButton label={`Mehr zu ${track.title}`}>
              <svg aria-hidden />
            </IconButton>
          ),
        })}
      />
    </div>,
  )
  await expect.element(playButton('stück 3')).toBeVisible()
  const first = row('stück 3').element()
  const pictures = () => document.querySelectorAll('.frame img').length
  const mounted = page.getByRole('listitem').elements().length
  expect(mounted).toBeLessThan(10)
  const widthBefore = playButton('stück 3').element().getBoundingClientRect().width
  expect(pictures()).toBe(0)
  expect(document.querySelectorAll('.frame svg')).toHaveLength(0)
  await expect.element(page.getByRole('button', { name: 'Mehr zu stück 3' })).toBeInTheDocument()
  idle.pass(false)
  expect(pictures()).toBe(0)
  idle.pass(true)
  const rows = page.getByRole('listitem').elements().length
  expect(rows).toBeGreaterThan(mounted)
  expect(pictures()).toBe(rows)
  expect(document.querySelectorAll('.frame svg')).toHaveLength(2 * rows)
  expect(row('stück 3').element()).toBe(first)
  expect(playButton('stück 3').element().getBoundingClientRect().width).toBe(widthBefore)
})

function ShrinkingList() {
  const [entries, setEntries] = useState(() => entriesNamed('eins zwei drei'))
  return (
    <TrackList
      entries={entries}
      rowHeight={3.5}
      onPlay={() => undefined}
      onRemove={(gone) => setEntries(entries.filter((entry) => entry !== gone))}
      renderSlots={({ track }, remove) => ({
        actions: (
          <IconButton label={`${track.title} entfernen`} data-remove onClick={remove}>
            ×
          </IconButton>
        ),
      })}
    />
  )
}

test('the focus goes to the row that comes up, and at the end to the one before', async () => {
  await render(<ShrinkingList />)
  const remove = (title: string) => page.getByRole('button', { name: `${title} entfernen` })
  await remove('zwei').click()
  await expect.element(remove('drei')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('eins')).toHaveFocus()
})

function SortableList() {
  const [entries, setEntries] = useState(() => entriesNamed('eins zwei drei'))
  return (
    <div style={{ height: '400px' }}>
      <TrackList
        entries={entries}
        rowHeight={3.5}
        scroll="list"
        onPlay={() => undefined}
        onMove={(moved, to) => {
          const others = entries.filter((entry) => entry !== moved)
          setEntries(others.toSpliced(to, 0, moved))
        }}
      />
    </div>
  )
}

describe('a sortable list', () => {
  const expectOrder = async (order: string) => vi.waitFor(() => expect(titles().join(' ')).toBe(order))

  test('moves a row with Alt and the arrows, and keeps the focus on it', async () => {
    await render(<SortableList />)
    await userEvent.tab()
    await expect.element(playButton('eins')).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expectOrder('zwei eins drei')
    await expect.element(playButton('eins')).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    await expectOrder('zwei drei eins')
  })

  test('moves a lifted row with the arrows, says where it is, and puts it back with Escape', async () => {
    await render(<SortableList />)
    grip('drei').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(grip('drei')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByText(/^drei angehoben, Platz 3 von 3\./)).toBeInTheDocument()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expectOrder('drei eins zwei')
    await expect.element(page.getByText('Platz 1 von 3')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expectOrder('eins zwei drei')
    await expect.element(grip('drei')).toHaveFocus()
    await expect.element(grip('drei')).toHaveAttribute('aria-pressed', 'false')
  })

  test('moves a lifted row with its two arrows, the last of which is off at the end', async () => {
    await render(<SortableList />)
    await grip('zwei').click()
    const down = page.getByRole('button', { name: 'zwei nach unten' })
    await down.click()
    await expectOrder('eins drei zwei')
    await expect.element(down).toHaveFocus()
    await expect.element(down).toHaveAttribute('aria-disabled', 'true')
  })

  test('drops a row where it is dragged to', async () => {
    await render(<SortableList />)
    await userEvent.dragAndDrop(grip('eins'), row('drei'), { steps: 10 })
    await expectOrder('zwei drei eins')
  })
})

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
  // A selection of one row has the menu of its track.
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

  // Without modifiers: while the button above is on, a press selects, and the row is a toggle button.
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
