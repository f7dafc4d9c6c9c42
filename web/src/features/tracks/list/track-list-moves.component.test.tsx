import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { entriesNamed, grip, playButton, row, titles } from '#testing/track-entries.ts'
import { TrackList } from './TrackList.tsx'

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
  const expectOrder = async (order: string) => expect.poll(() => titles().join(' ')).toBe(order)

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
