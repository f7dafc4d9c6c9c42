import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

function Example() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Öffnen
      </button>
      <Dialog
        open={isOpen}
        title="Album bearbeiten"
        onClose={() => setIsOpen(false)}
        footer={<button type="button">Speichern</button>}
      >
        <input aria-label="Titel" data-autofocus />
      </Dialog>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog', { name: 'Album bearbeiten' })

async function openDialog() {
  await render(<Example />)
  await button('Öffnen').click()
  await expect.element(page.getByRole('textbox', { name: 'Titel' })).toHaveFocus()
}

test('a dialog keeps the focus inside, in both directions', async () => {
  await openDialog()
  const seen = new Set<string | undefined>()
  for (const shift of [false, true]) {
    for (let step = 0; step < 6; step += 1) {
      await userEvent.tab({ shift })
      const focused = document.activeElement
      // The browser's own controls come between the last and the first element of the page.
      if (focused === document.body) continue
      expect(dialog.element().contains(focused)).toBe(true)
      seen.add(focused?.getAttribute('aria-label') ?? focused?.textContent)
    }
  }
  expect(seen).toEqual(new Set(['Schließen', 'Titel', 'Speichern']))
})

test('Escape closes a dialog and returns the focus to its opener', async () => {
  await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Öffnen')).toHaveFocus()
})

test('the close button and a press beside a dialog close it', async () => {
  await openDialog()
  await button('Schließen').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Öffnen').click()
  await expect.element(dialog).toBeVisible()
  await userEvent.click(document.documentElement, { position: { x: 5, y: 5 }, force: true })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the Back button of the browser closes a dialog and stays on the page', async () => {
  await openDialog()
  const address = location.href
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.href).toBe(address)
})

test('a question begins on its harmless answer, and a press beside it answers nothing', async () => {
  const onConfirm = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  await render(
    <ConfirmDialog open title="Album löschen?" confirm="Löschen" onConfirm={onConfirm} onCancel={onCancel}>
      Das Album ist danach weg.
    </ConfirmDialog>,
  )
  await expect.element(page.getByRole('alertdialog', { name: 'Album löschen?' })).toBeVisible()
  await expect.element(button('Abbrechen')).toHaveFocus()
  await userEvent.click(document.documentElement, { position: { x: 5, y: 5 }, force: true })
  expect(onCancel).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})
