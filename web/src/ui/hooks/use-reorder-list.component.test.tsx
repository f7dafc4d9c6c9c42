import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useReorderList } from './use-reorder-list.ts'

const ROW_HEIGHT = 40

function SortableList() {
  const [titles, setTitles] = useState(['eins', 'zwei', 'drei'])
  const { announcement, grip } = useReorderList({
    ids: titles,
    nameOf: (index) => titles[index] ?? '',
    rowHeight: ROW_HEIGHT,
    onReveal: () => undefined,
    onDrop: (from, to) =>
      setTitles((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? '')),
  })
  return (
    <>
      <output>{announcement}</output>
      <ol>
        {titles.map((title, index) => (
          <li key={title} style={{ height: ROW_HEIGHT }}>
            <button type="button" aria-label={`${title} verschieben`} {...grip(index)}>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

const grip = (title: string) => page.getByRole('button', { name: `${title} verschieben` })
const announcement = page.getByRole('status')
const order = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent)

test('a row is lifted, moved and dropped by keys, and every step is announced', async () => {
  await render(<SortableList />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText(/^eins angehoben, Platz 1 von 3\./)).toBeInTheDocument()
  await expect.element(grip('eins')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{End}{ArrowDown}')
  await expect.element(announcement).toHaveTextContent('eins, Platz 3 von 3')
  expect(order()).toEqual(['eins', 'zwei', 'drei'])
  await userEvent.keyboard(' ')
  await expect.element(announcement).toHaveTextContent('eins abgelegt auf Platz 3 von 3')
  expect(order()).toEqual(['zwei', 'drei', 'eins'])
  await expect.element(grip('eins')).toHaveFocus()
})

test('Escape puts a lifted row back', async () => {
  await render(<SortableList />)
  await userEvent.tab()
  await userEvent.keyboard(' {ArrowDown}{Escape}')
  await expect.element(announcement).toHaveTextContent('eins zurückgelegt auf Platz 1 von 3')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(grip('eins')).toHaveAttribute('aria-pressed', 'false')
  expect(order()).toEqual(['eins', 'zwei', 'drei'])
})

test('without keys or dragging a row goes where the next grip is pressed', async () => {
  await render(<SortableList />)
  await grip('drei').click()
  await grip('eins').click()
  await expect.poll(order).toEqual(['drei', 'eins', 'zwei'])
})

test('a row is dropped where it is dragged to', async () => {
  await render(<SortableList />)
  await userEvent.dragAndDrop(grip('eins'), grip('drei'))
  await expect.poll(order).toEqual(['zwei', 'drei', 'eins'])
})
