import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'
import { MenuButton } from './MenuButton.tsx'
import { MenuItem } from './MenuItem.tsx'

async function renderMenu() {
  const onRename = vi.fn<() => void>()
  await render(
    <MenuButton label="Aktionen" trigger="…">
      <MenuItem disabled onSelect={() => undefined}>
        Öffnen
      </MenuItem>
      <MenuItem onSelect={onRename}>Umbenennen</MenuItem>
      <MenuItem onSelect={() => undefined}>Löschen</MenuItem>
    </MenuButton>,
  )
  return { button: page.getByRole('button', { name: 'Aktionen' }), onRename }
}

const item = (name: string) => page.getByRole('menuitem', { name })

test('arrow down opens a menu at its first enabled item, and arrows move in it', async () => {
  const { button } = await renderMenu()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Umbenennen')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Löschen')).toHaveFocus()
})

test('Enter selects an item, closes the menu and returns the focus to its button', async () => {
  const { button, onRename } = await renderMenu()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onRename).toHaveBeenCalledOnce()
  await expect.element(item('Umbenennen')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

function MenuWithDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MenuButton label="Aktionen" trigger="…">
        <MenuItem onSelect={() => setIsOpen(true)}>Umbenennen…</MenuItem>
      </MenuButton>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Umbenennen">
        Neuer Name
      </Dialog>
    </>
  )
}

test('a dialog that a menu has opened returns the focus to the button of the menu', async () => {
  await render(<MenuWithDialog />)
  await page.getByRole('button', { name: 'Aktionen' }).click()
  await item('Umbenennen…').click()
  await expect.element(page.getByRole('dialog', { name: 'Umbenennen' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Aktionen' })).toHaveFocus()
})

test('on phones Back closes the menu and stays on the page, and so does a dialog that the menu has opened', async () => {
  await page.viewport(390, 844)
  await render(<MenuWithDialog />)
  const { length } = history
  const address = location.href
  const button = page.getByRole('button', { name: 'Aktionen' })
  await button.click()
  await expect.element(item('Umbenennen…')).toBeVisible()
  history.back()
  await expect.element(item('Umbenennen…')).not.toBeInTheDocument()
  expect(location.href).toBe(address)
  await button.click()
  await item('Umbenennen…').click()
  const dialog = page.getByRole('dialog', { name: 'Umbenennen' })
  await expect.element(dialog).toBeVisible()
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => history.state?.overlay).toBeUndefined()
  expect(location.href).toBe(address)
  expect(history.length).toBeLessThanOrEqual(length + 1)
})

test('Escape closes the menu and returns the focus to its button', async () => {
  const { button } = await renderMenu()
  await button.click()
  await expect.element(item('Umbenennen')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(button).toHaveFocus()
})

test('a press on the button of an open menu closes it', async () => {
  const { button } = await renderMenu()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('a letter goes to the next item that begins with it, and up from the first to the last', async () => {
  await renderMenu()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}l')
  await expect.element(item('Löschen')).toHaveFocus()
  await userEvent.keyboard('u{ArrowUp}')
  await expect.element(item('Löschen')).toHaveFocus()
})

test('Tab closes a menu and leaves nothing of it in the way', async () => {
  const { button } = await renderMenu()
  await button.click()
  await expect.element(item('Umbenennen')).toHaveFocus()
  await userEvent.tab()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(item('Umbenennen')).not.toBeInTheDocument()
})

test('an item that is pressed again while its menu leaves runs once', async () => {
  const { button, onRename } = await renderMenu()
  await button.click()
  await expect.element(item('Umbenennen')).toHaveFocus()
  const rename = item('Umbenennen').element()
  rename.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  rename.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(onRename).toHaveBeenCalledOnce()
})
