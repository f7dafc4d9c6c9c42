import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { letToastsExpire } from '#testing/lasting-toasts.ts'
import { clearToast, dismissToast, isToastOpen, showToast } from '../../dom/toast.ts'
import { Dialog } from './Dialog.tsx'
import { Toaster } from './Toaster.tsx'

/** A duration that outlasts the test. */
const LONG = 60_000

test('information is a status, an error is an alert, and a new toast takes the place of the old', async () => {
  await render(<Toaster />)
  showToast('Gespeichert')
  await expect.element(page.getByRole('status')).toHaveTextContent('Gespeichert')
  showToast('Nicht gespeichert', { kind: 'error' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nicht gespeichert')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  clearToast()
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
})

test('the time of a toast stands still while the focus is on it, and at its end the toast goes', async () => {
  letToastsExpire()
  await render(<Toaster />)
  showToast('Bleibt', { duration: LONG })
  const toast = page.getByText('Bleibt')
  await expect.element(toast).toBeVisible()
  const time = toast
    .element()
    .getAnimations({ subtree: true })
    .find(({ effect }) => effect?.getComputedTiming().duration === LONG)
  await userEvent.tab()
  await expect.element(toast).toHaveFocus()
  await expect.poll(() => time?.playState).toBe('paused')
  await userEvent.tab()
  await expect.poll(() => time?.playState).toBe('running')
  time?.finish()
  await expect.element(toast).not.toBeInTheDocument()
})

test('the button of a toast does its work and takes the toast away', async () => {
  await render(<Toaster />)
  const onPress = vi.fn<() => void>()
  showToast('Gelöscht', { action: { label: 'Rückgängig', onPress } })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  expect(onPress).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Gelöscht')).not.toBeInTheDocument()
})

test('a toast that takes the focus gives it back, also when another one replaces it', async () => {
  onTestFinished(clearToast)
  await render(
    <>
      <button type="button">Vorher</button>
      <Toaster />
    </>,
  )
  const before = page.getByRole('button', { name: 'Vorher', exact: true })
  const undo = page.getByRole('button', { name: 'Rückgängig', exact: true })
  await userEvent.tab()
  await expect.element(before).toHaveFocus()
  const offer = {
    takesFocus: true,
    action: { label: 'Rückgängig', onPress: () => undefined },
  }
  showToast('Gelöscht', offer)
  await expect.element(undo).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(before).toHaveFocus()
  showToast('Gelöscht', offer)
  await expect.element(undo).toHaveFocus()
  showToast('Nicht gespeichert', { kind: 'error' })
  await expect.element(before).toHaveFocus()
})

test('a toast that returns comes back when the toast that replaced it is gone, unless it was closed meanwhile', async () => {
  await render(<Toaster />)
  onTestFinished(clearToast)
  const onPress = vi.fn<() => void>()
  const undo = { returns: true, action: { label: 'Rückgängig', onPress } }
  const first = showToast('Eins entfernt', undo)
  const other = showToast('Gespeichert')
  await expect.element(page.getByRole('status')).toHaveTextContent('Gespeichert')
  dismissToast(other)
  await page.getByRole('status').getByRole('button', { name: 'Rückgängig' }).click()
  expect(onPress).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('status')).toHaveTextContent('')

  const second = showToast('Zwei entfernt', undo)
  const error = showToast('Nicht gespeichert', { kind: 'error' })
  dismissToast(second)
  dismissToast(error)
  await expect.element(page.getByRole('alert')).toHaveTextContent('')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  expect([first, second].map(isToastOpen)).toEqual([false, false])
})

/** A dialog with a button that opens another dialog over it. */
function Dialogs() {
  const [open, setOpen] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Öffnen
      </button>
      <Dialog open={open > 0} onClose={() => setOpen(0)} title="Unten">
        <button type="button" onClick={() => setOpen(2)}>
          Weiter
        </button>
      </Dialog>
      <Dialog open={open > 1} onClose={() => setOpen(1)} title="Oben">
        Frage
      </Dialog>
      <Toaster />
    </>
  )
}

test('the button of a toast can be pressed over modal dialogs, and when they have closed', async () => {
  onTestFinished(clearToast)
  await render(<Dialogs />)
  const pressed: string[] = []
  const offer = (name: string) =>
    showToast(name, { action: { label: name, onPress: () => pressed.push(name) } })
  const press = async (name: string) => page.getByRole('button', { name, exact: true }).click()
  offer('vorher')
  await press('Öffnen')
  await press('vorher')
  offer('darüber')
  await press('darüber')
  await press('Weiter')
  offer('zuoberst')
  await press('zuoberst')
  offer('danach')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Oben' })).not.toBeInTheDocument()
  await press('danach')
  offer('am Ende')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Unten' })).not.toBeInTheDocument()
  await press('am Ende')
  expect(pressed).toEqual(['vorher', 'darüber', 'zuoberst', 'danach', 'am Ende'])
})
