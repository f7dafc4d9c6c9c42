import { useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { entriesNamed, entryNamed, playButton, row, type Entry } from '#testing/track-entries.ts'
import { TrackList } from './TrackList.tsx'

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
    await expect.poll(() => onMenu).toHaveBeenCalledOnce()
  })

  test('opens its menu by key at the element with the focus', async () => {
    const onMenu = vi.fn<(entry: Entry, at: unknown, remove: () => void) => void>()
    const entries = entriesNamed('eins')
    await render(<TrackList entries={entries} rowHeight={3.5} onPlay={() => undefined} onMenu={onMenu} />)
    await userEvent.tab()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await expect
      .poll(() => onMenu)
      .toHaveBeenCalledWith(entries[0], playButton('eins').element(), expect.any(Function))
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

/** Collects the callbacks that wait for an idle browser; the test calls them. */
async function holdIdle() {
  // Waits until the idle callbacks of the previous test have run, on a busy machine at most five seconds.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))
  const held: IdleRequestCallback[] = []
  vi.spyOn(globalThis, 'requestIdleCallback').mockImplementation((work) => held.push(work))
  onTestFinished(() => void vi.restoreAllMocks())
  return {
    /** Calls the collected callbacks; `hasTime` states whether the idle period has time left. */
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
