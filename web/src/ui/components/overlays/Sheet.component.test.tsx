import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Sheet, SheetHandle } from './Sheet.tsx'

const DESKTOP = [1280, 720] as const
const PHONE = [390, 844] as const

afterEach(() => page.viewport(...DESKTOP))

type ExampleProps = Pick<React.ComponentProps<typeof Sheet>, 'from' | 'drag' | 'isBeside' | 'role'>

function Example(props: ExampleProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Öffnen
      </button>
      <Sheet {...props} open={isOpen} onClose={() => setIsOpen(false)} aria-label="Warteschlange">
        <SheetHandle />
        <p>Als Nächstes</p>
        <button type="button">Leeren</button>
      </Sheet>
    </>
  )
}

const sheet = page.getByRole('dialog', { name: 'Warteschlange' })
const opener = page.getByRole('button', { name: 'Öffnen' })
const inside = page.getByRole('button', { name: 'Leeren' })

async function openSheet(props: ExampleProps = {}) {
  await render(<Example {...props} />)
  await opener.click()
  await expect.element(inside).toHaveFocus()
  await Promise.allSettled(
    sheet
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
}

/** Drags a finger down over the sheet within a second and lifts it. */
function drag(from: Element, distance: number) {
  const send = (type: string, clientY: number) => {
    const touches =
      type === 'touchend' ? [] : [new Touch({ identifier: 1, target: from, clientX: 100, clientY })]
    from.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }))
  }
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1000)
  send('touchstart', 100)
  for (const share of [0.25, 0.5, 1]) send('touchmove', 100 + distance * share)
  send('touchend', 0)
  vi.restoreAllMocks()
}

test.each(['below', 'left', 'right', 'whole'] as const)(
  'Escape closes a sheet from %s, and the focus returns to its opener',
  async (from) => {
    await openSheet({ from })
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

test('Back closes a sheet that fills the window and stays on the page', async () => {
  await openSheet({ from: 'whole', drag: 'always' })
  const address = location.href
  history.back()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(location.href).toBe(address)
})

test('on phones a finger drags a sheet away; a short way only moves it', async () => {
  await page.viewport(...PHONE)
  await openSheet({ from: 'right' })
  drag(page.getByText('Als Nächstes').element(), 40)
  await expect.element(sheet).toBeVisible()
  drag(page.getByText('Als Nächstes').element(), 200)
  await expect.element(sheet).not.toBeInTheDocument()
})

test('what needs an answer cannot be dragged away', async () => {
  await page.viewport(...PHONE)
  await openAlert()
  drag(page.getByText('Als Nächstes').element(), 200)
  await expect.element(page.getByRole('alertdialog', { name: 'Warteschlange' })).toBeVisible()
})

async function openAlert() {
  await render(<Example role="alertdialog" />)
  await opener.click()
  await expect.element(inside).toHaveFocus()
}

test('beside a sheet the page stays usable, and Escape closes it from there, too', async () => {
  await openSheet({ from: 'right', isBeside: true })
  await opener.click()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})
