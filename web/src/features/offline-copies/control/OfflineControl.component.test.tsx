import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestApp } from '../../../testing/TestApp.tsx'
import type { CollectionView, CopyStatus } from '../copies/view.ts'
import { OfflineControl } from './OfflineControl.tsx'

const MB = 1024 * 1024
const group = page.getByRole('group', { name: 'Offline verfügbar', exact: true })
const toggle = group.getByRole('switch', { name: 'Offline verfügbar', exact: true })
const says = (text: string) =>
  expect.element(group.getByText(text, { exact: true }).first()).toBeInTheDocument()
const button = (name: string) => page.getByRole('button', { name, exact: true })

function aCopy(status: CopyStatus, more: Partial<CollectionView> = {}): CollectionView {
  return {
    key: 'album:a1',
    kind: 'album',
    title: 'Nordlicht Süd',
    status,
    coverUrls: [],
    tracks: 14,
    readyTracks: 6,
    withoutCopy: 0,
    sizeBytes: 412 * MB,
    receivedBytes: 177 * MB,
    ...more,
  }
}

async function show(collection: CollectionView | undefined, isPrivate = false) {
  const actions = { onKeep: vi.fn(), onRemove: vi.fn(), onPause: vi.fn(), onResume: vi.fn() }
  const ui = (shown: CollectionView | undefined) => (
    <TestApp>
      <OfflineControl
        title="Nordlicht Süd"
        collection={shown}
        estimate={{ durationSeconds: 2970, sizeBytes: 412 * MB }}
        isPrivate={isPrivate}
        {...actions}
      />
    </TestApp>
  )
  const screen = await render(ui(collection))
  return { ...actions, change: (shown: CollectionView | undefined) => screen.rerender(ui(shown)) }
}

test('it says what would be loaded, and loads it', async () => {
  const { onKeep } = await show(undefined)
  await says('50 Min., 412 MB')
  await expect.element(toggle).not.toBeChecked()
  await userEvent.click(toggle)
  expect(onKeep).toHaveBeenCalledOnce()
})

test('while it loads, the disc stops and goes on, and each quarter is announced', async () => {
  const { onPause, onResume, change } = await show(aCopy({ is: 'loading', share: 0.43 }))
  await says('43 %, 177 von 412 MB')
  await expect.element(group.getByRole('status')).toHaveTextContent('25 % von Nordlicht Süd geladen')
  await userEvent.click(button('Laden anhalten'))
  expect(onPause).toHaveBeenCalledOnce()
  await change(aCopy({ is: 'paused', share: 0.51 }))
  await says('Angehalten bei 51 %')
  await expect.element(group.getByRole('status')).toHaveTextContent('50 % von Nordlicht Süd geladen')
  await userEvent.click(button('Weiter laden'))
  expect(onResume).toHaveBeenCalledOnce()
  await change(aCopy({ is: 'ready' }, { readyTracks: 14, receivedBytes: 412 * MB }))
  await says('14 Tracks auf diesem Gerät, 412 MB')
  await expect.element(group.getByRole('status')).toHaveTextContent('100 % von Nordlicht Süd geladen')
})

test('what is loaded is removed after a question only', async () => {
  const { onRemove, change } = await show(aCopy({ is: 'ready' }))
  await userEvent.click(toggle)
  const dialog = page.getByRole('alertdialog', { name: 'Kopien von „Nordlicht Süd“ entfernen?', exact: true })
  await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen', exact: true }))
  expect(onRemove).not.toHaveBeenCalled()
  await userEvent.click(toggle)
  await userEvent.click(dialog.getByRole('button', { name: 'Entfernen', exact: true }))
  expect(onRemove).toHaveBeenCalledOnce()
  await change(aCopy({ is: 'preparing' }, { receivedBytes: 0 }))
  await userEvent.click(toggle)
  expect(onRemove).toHaveBeenCalledTimes(2)
})

test('a full disk is said, with a way to free space and to try again', async () => {
  const { onResume } = await show(aCopy({ is: 'full', share: 0.43 }))
  await says('Speicher voll. 6 von 14 Tracks sind da.')
  const link = page.getByRole('link', { name: 'Speicher freigeben', exact: true })
  await expect.element(link).toHaveAttribute('href', '/settings?tab=offline')
  await userEvent.click(button('Erneut versuchen'))
  expect(onResume).toHaveBeenCalledOnce()
})

test('in a private window there is a sentence in place of the switch', async () => {
  await show(undefined, true)
  await expect
    .element(page.getByText('In einem privaten Fenster behält der Browser keine Kopien.', { exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
})

test('the focus stays in the control when the button that has it is gone', async () => {
  const { change } = await show(aCopy({ is: 'loading', share: 0.43 }))
  const focus = async (name: string) => {
    const element = button(name).element()
    if (element instanceof HTMLElement) element.focus()
    await expect.element(button(name)).toHaveFocus()
  }
  await focus('Laden anhalten')
  await change(aCopy({ is: 'full', share: 0.43 }))
  await expect.element(toggle).toHaveFocus()
  await focus('Erneut versuchen')
  await change(aCopy({ is: 'ready' }))
  await expect.element(toggle).toHaveFocus()
})
