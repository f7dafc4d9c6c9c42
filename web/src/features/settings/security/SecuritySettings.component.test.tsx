import {
  changePassword,
  type Device,
  listDevices,
  renameDevice,
  wrongCurrentPassword,
} from '@tonarchiv/contract/auth'
import { notFound } from '@tonarchiv/contract/refusal'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

async function renderSecurity(devices: Device[] = []) {
  const server = startFakeServer()
  server.on(listDevices, () => ({ devices }))
  signInAs(aUser())
  await render(
    <TestApp>
      <SecuritySettings />
    </TestApp>,
  )
  return server
}

const form = page.getByRole('region', { name: 'Passwort ändern' })
const field = (name: string) => form.getByLabelText(name)
const [current, chosen, confirmed] = [
  field('Aktuelles Passwort'),
  field('Neues Passwort'),
  field('Neues Passwort bestätigen'),
]
const submit = form.getByRole('button', { name: 'Passwort ändern' })

async function typePasswords(old: string, wanted: string, again: string) {
  await current.fill(old)
  await chosen.fill(wanted)
  await confirmed.fill(again)
}

test('two new passwords that differ are named at the second, and nothing is sent', async () => {
  const server = await renderSecurity()
  const answer = vi.fn<() => never>()
  server.on(changePassword, answer)
  await typePasswords('alt-und-lang', 'neu-und-lang', 'neu-und-land')
  await submit.click()
  await expect.element(confirmed).toHaveAccessibleDescription('Neue Passwörter stimmen nicht überein')
  await expect.element(confirmed).toHaveFocus()
  expect(answer).not.toHaveBeenCalled()
  await userEvent.keyboard('{Backspace}g')
  await expect.element(confirmed).not.toHaveAttribute('aria-invalid')
})

test('a form without passwords names each of its fields and puts the focus on the first', async () => {
  await renderSecurity()
  await submit.click()
  await expect.element(current).toHaveAccessibleDescription('Bitte gib dein aktuelles Passwort ein')
  await expect
    .element(chosen)
    .toHaveAccessibleDescription('Neues Passwort muss mindestens 6 Zeichen lang sein')
  await expect.element(current).toHaveFocus()
})

test('a wrong current password is refused, and what was typed stays', async () => {
  const server = await renderSecurity()
  server.on(changePassword, () => refuse(wrongCurrentPassword))
  await typePasswords('falsch-und-lang', 'neu-und-lang', 'neu-und-lang')
  await submit.click()
  await expect.element(page.getByText('Aktuelles Passwort ist falsch')).toBeVisible()
  await expect.element(current).toHaveValue('falsch-und-lang')
  await expect.element(chosen).toHaveValue('neu-und-lang')
  await expect.element(confirmed).toHaveValue('neu-und-lang')
})

test('a changed password is confirmed, and no password stays in the fields', async () => {
  const server = await renderSecurity()
  server.on(changePassword, (sent) => {
    expect(sent).toEqual({ currentPassword: 'alt-und-lang', newPassword: 'neu-und-lang' })
    return { success: true }
  })
  await typePasswords('alt-und-lang', 'neu-und-lang', 'neu-und-lang')
  await submit.click()
  await expect.element(page.getByText('Passwort erfolgreich geändert')).toBeVisible()
  for (const each of [current, chosen, confirmed]) await expect.element(each).toHaveValue('')
})

test('a password shows while its button is pressed in, and no other password does', async () => {
  await renderSecurity()
  await typePasswords('alt-und-lang', 'neu-und-lang', '')
  await expect.element(chosen).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Passwort anzeigen' }).nth(1).click()
  await expect.element(chosen).toHaveAttribute('type', 'text')
  await expect.element(chosen).toHaveValue('neu-und-lang')
  await expect.element(current).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Passwort verbergen' }).click()
  await expect.element(chosen).toHaveAttribute('type', 'password')
})

const desk: Device = {
  id: 'desk',
  name: 'Firefox auf Linux',
  browser: 'Firefox auf Linux',
  type: 'desktop',
  lastUsed: new Date().toISOString(),
  isCurrent: true,
}
const phone: Device = { ...desk, id: 'phone', name: 'iPhone', browser: 'Safari auf iPhone', isCurrent: false }
const cards = page.getByRole('region', { name: 'Geräte' })
const nameOfDesk = cards.getByRole('button', { name: 'Namen von Firefox auf Linux ändern' })
const dialog = page.getByRole('dialog', { name: 'Namen ändern' })
const name = dialog.getByLabelText('Name des Geräts')

test('a device gets another name, its browser stays below it, and the focus returns', async () => {
  const server = await renderSecurity([desk, phone])
  await expect
    .poll(() =>
      cards
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual([
      'Firefox auf LinuxZuletzt genutzt gerade ebenDieses Gerät',
      'iPhoneSafari auf iPhone · Zuletzt genutzt gerade eben',
    ])
  await nameOfDesk.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('Firefox auf Linux')
  await name.fill('Arbeitszimmer')
  server.on(renameDevice, (sent) => {
    expect(sent).toEqual({ name: 'Arbeitszimmer' })
    return { success: true, name: 'Arbeitszimmer' }
  })
  server.on(listDevices, () => ({ devices: [{ ...desk, name: 'Arbeitszimmer' }, phone] }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Name gespeichert')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  const renamed = cards.getByRole('button', { name: 'Namen von Arbeitszimmer ändern' })
  await expect.element(renamed).toHaveFocus()
  await expect.element(cards.getByText('Firefox auf Linux · Zuletzt genutzt gerade eben')).toBeVisible()
})

test('a name that is refused stays in the field with the reason, and one that cannot be sent, too', async () => {
  const server = await renderSecurity([desk])
  await nameOfDesk.click()
  await name.fill('Küche')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(name).toHaveAccessibleDescription(/nicht erreichbar|konnte nicht gespeichert/)
  await expect.element(name).toHaveValue('Küche')
  server.on(renameDevice, () => refuse(notFound))
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Dieses Gerät ist nicht mehr angemeldet')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
