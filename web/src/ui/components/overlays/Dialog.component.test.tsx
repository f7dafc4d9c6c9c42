import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { listenBeforeRouter } from '#ui/hooks/modal-history.ts'
import { ConfirmDialog, ConfirmDialogAbout } from './ConfirmDialog.tsx'
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

let setControlled: (isOpen: boolean) => void = () => undefined

function Controlled({ isOpen: isOpenFirst }: { isOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  useEffect(() => {
    setControlled = setIsOpen
  }, [])
  return (
    <Dialog open={isOpen} title="Album bearbeiten" onClose={() => setIsOpen(false)}>
      <input aria-label="Titel" />
    </Dialog>
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
      // After the last element of the page, Tab reaches the browser's own controls, and then the first element again.
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

test('a dialog that is opened again at once stays open', async () => {
  await render(<Controlled isOpen />)
  const element = document.querySelector('dialog')
  const closed = new Promise((resolve) => element?.addEventListener('close', resolve, { once: true }))
  // The browser queues the event of the first close; when it arrives, the dialog is open again.
  flushSync(() => setControlled(false))
  flushSync(() => setControlled(true))
  await closed
  await expect.element(dialog).toBeVisible()
  expect(element?.open).toBe(true)
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

test('an address that is replaced while a dialog closes stays, also for a router', async () => {
  const stopListening = listenBeforeRouter()
  const seen: string[] = []
  const note = () => seen.push(location.search)
  addEventListener('popstate', note)
  const [before, goBack] = [location.href, history.back.bind(history)]
  const back = vi.spyOn(history, 'back').mockImplementation(() => {
    goBack()
    history.replaceState(null, '', '?album=Platte')
  })
  await openDialog()
  await button('Schließen').click()
  await expect.poll(() => back.mock.calls.length).toBe(1)
  await expect.poll(() => seen.at(-1)).toBe('?album=Platte')
  expect(location.search).toBe('?album=Platte')
  removeEventListener('popstate', note)
  back.mockRestore()
  stopListening()
  history.replaceState(null, '', before)
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

test('a question keeps naming what it was about while it leaves', async () => {
  const question = (subject: string | undefined) => (
    <ConfirmDialogAbout
      subject={subject}
      title="Album löschen?"
      confirm="Löschen"
      onConfirm={() => undefined}
      onCancel={() => undefined}
    >
      {(title) => `„${title}“ ist danach weg.`}
    </ConfirmDialogAbout>
  )
  const screen = await render(question('Platte'))
  const asked = page.getByRole('alertdialog', { name: 'Album löschen?' })
  await expect.element(asked.getByText('„Platte“ ist danach weg.')).toBeVisible()
  const dialog = asked.element()
  const leaving = dialog.animate({ opacity: [1, 0] }, 60_000)
  await screen.rerender(question(undefined))
  await expect.poll(() => dialog.hasAttribute('inert')).toBe(true)
  expect(dialog.textContent).toContain('„Platte“ ist danach weg.')
  leaving.finish()
  await expect.poll(() => dialog.textContent).toBe('')
})
