import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
// The imported tokens define durations; without them, a sheet would have no closing animation.
import '../../../styles/tokens-inside.css'
import { leavingSlowly } from '../../../testing/leaving-slowly.ts'
import { nextPaint } from '../../dom/next-paint.ts'
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

function touch(target: Element, type: 'touchstart' | 'touchmove' | 'touchend', clientY: number) {
  const touches = type === 'touchend' ? [] : [new Touch({ identifier: 1, target, clientX: 100, clientY })]
  target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }))
}

/** Drags a finger down on the sheet by this distance within a second, and lifts it. */
function drag(from: Element, distance: number) {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1000)
  touch(from, 'touchstart', 100)
  for (const share of [0.25, 0.5, 1]) touch(from, 'touchmove', 100 + distance * share)
  touch(from, 'touchend', 0)
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

test('only its own button closes a persistent sheet, and then nothing of it is left', async () => {
  const onLeft = vi.fn<() => void>()
  function Persistent() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Öffnen
        </button>
        <Sheet
          isPersistent
          onLeft={onLeft}
          open={isOpen}
          onClose={() => setIsOpen(false)}
          aria-label="Warteschlange"
        >
          <button type="button" onClick={() => setIsOpen(false)}>
            Fertig
          </button>
        </Sheet>
      </>
    )
  }
  await render(<Persistent />)
  await opener.click()
  const done = page.getByRole('button', { name: 'Fertig' })
  await expect.element(done).toHaveFocus()
  const address = location.href
  // When two presses of Escape are prevented, the browser closes the dialog by itself.
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  sheet.element().dispatchEvent(new MouseEvent('click', { clientX: 1, clientY: 1 }))
  for (let turn = 0; turn < 3; turn += 1) {
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
    await arrived
    await expect.poll(() => history.state).toMatchObject({ overlay: true })
  }
  // The Back gesture of phones closes the dialog as well, without a cancel event.
  HTMLDialogElement.prototype.close.call(sheet.element())
  await expect.poll(() => sheet.element().matches(':modal')).toBe(true)
  expect(location.href).toBe(address)
  expect(onLeft).not.toHaveBeenCalled()

  await done.click()
  await expect.element(done).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await expect.poll(() => onLeft).toHaveBeenCalledOnce()
  await expect.poll(() => history.state?.overlay).toBeUndefined()
})

test('Back closes a sheet that fills the window and stays on the page', async () => {
  await openSheet({ from: 'whole', drag: 'always' })
  const address = location.href
  history.back()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(location.href).toBe(address)
})

test('a sheet that fills the window is on screen before the page is inert, and Escape closes it even then', async () => {
  await render(<Example from="whole" />)
  const dialog = document.querySelector('dialog')
  const isModal = () => dialog?.matches(':modal')
  const button = opener.element()
  button.focus()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  // After a press, React renders in a microtask.
  await Promise.resolve()
  expect(dialog?.open).toBe(true)
  expect(isModal()).toBe(false)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await expect.poll(() => dialog?.open).toBe(false)
  await nextPaint()
  expect(dialog?.open).toBe(false)
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.poll(isModal).toBe(true)
  await expect.element(inside).toHaveFocus()
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

function Form() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Öffnen
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} aria-label="Warteschlange">
        <input aria-label="Name" />
      </Sheet>
    </>
  )
}

/** Clicks without waiting for animations to end. */
function press(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

test('a sheet that is opened again while it leaves begins anew', async () => {
  await render(<Form />)
  const field = page.getByRole('textbox', { name: 'Name' })
  await opener.click()
  await field.fill('Nordlicht')
  const dialog = await leavingSlowly(sheet.element())
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.open).toBe(false)
  expect(dialog.querySelector('input')).toHaveValue('Nordlicht')
  press(opener.element())
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('a sheet that was dragged away and is opened while it leaves stands in its place', async () => {
  await page.viewport(...PHONE)
  await openSheet({ from: 'below' })
  const dialog = await leavingSlowly(sheet.element())
  drag(page.getByText('Als Nächstes').element(), 200)
  await expect.poll(() => dialog.open).toBe(false)
  press(opener.element())
  await expect.poll(() => dialog.open).toBe(true)
  expect(dialog.style.translate).toBe('')
})

test('a sheet that is closed under a dragging finger opens in its place', async () => {
  await page.viewport(...PHONE)
  await openSheet({ from: 'below' })
  const text = page.getByText('Als Nächstes').element()
  touch(text, 'touchstart', 100)
  touch(text, 'touchmove', 300)
  expect(sheet.element().style.translate).toBe('0px 200px')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await opener.click()
  await expect.element(inside).toHaveFocus()
  expect(sheet.element().style.translate).toBe('')
  expect(sheet.element().style.transition).toBe('')
})
