import {
  changePassword,
  deleteAccount,
  type Device,
  listDevices,
  renameDevice,
} from '@tonarchiv/contract/auth'
import { confirm, readFactors, wrongConfirmation } from '@tonarchiv/contract/factors'
import { confirmationRequired, notFound } from '@tonarchiv/contract/refusal'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmationHost, currentUser } from '#features/auth/index.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

const NOTHING = {
  passkeys: [],
  authenticatorSince: null,
  recoveryCodesLeft: 0,
  trustedDevices: [],
  isRequired: false,
}

async function renderSecurity(devices: Device[] = []) {
  const server = startFakeServer()
  server.on(listDevices, () => ({ devices }))
  server.on(readFactors, () => NOTHING)
  signInAs(aUser())
  await render(
    <TestApp>
      <SecuritySettings />
      <ConfirmationHost />
    </TestApp>,
  )
  return server
}

/** Answers a call only after the password was typed in the dialog that asks for a confirmation. */
async function renderUnconfirmed() {
  const server = await renderSecurity()
  let isConfirmed = false
  server.on(confirm, (sent) => {
    if (JSON.stringify(sent) !== JSON.stringify({ password: 'alt-und-lang' }))
      return refuse(wrongConfirmation)
    isConfirmed = true
    return { confirmedUntil: '2026-01-10T12:10:00.000Z' }
  })
  const ifConfirmed = (expected: unknown) => (sent: unknown) => {
    if (!isConfirmed) return refuse(confirmationRequired)
    expect(sent).toEqual(expected)
    return { success: true }
  }
  server.on(changePassword, ifConfirmed({ newPassword: 'neu-und-lang' }))
  server.on(deleteAccount, ifConfirmed({}))
}

const form = page.getByRole('region', { name: 'Passwort ändern' })
const field = (name: string) => form.getByLabelText(name)
const [chosen, repeated] = [field('Neues Passwort'), field('Neues Passwort bestätigen')]
const submit = form.getByRole('button', { name: 'Passwort ändern' })
const proof = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
const password = proof.getByLabelText('Passwort', { exact: true })

async function typePasswords(wanted: string, again: string) {
  await chosen.fill(wanted)
  await repeated.fill(again)
}

test('two new passwords that differ are named at the second, and nothing is sent', async () => {
  const server = await renderSecurity()
  const answer = vi.fn<() => never>()
  server.on(changePassword, answer)
  await typePasswords('neu-und-lang', 'neu-und-land')
  await submit.click()
  await expect.element(repeated).toHaveAccessibleDescription('Neue Passwörter stimmen nicht überein')
  await expect.element(repeated).toHaveFocus()
  expect(answer).not.toHaveBeenCalled()
  await userEvent.keyboard('{Backspace}g')
  await expect.element(repeated).not.toHaveAttribute('aria-invalid')
})

test('a form without passwords names the field, puts the focus on it and asks for no confirmation', async () => {
  await renderSecurity()
  await submit.click()
  await expect
    .element(chosen)
    .toHaveAccessibleDescription('Neues Passwort muss mindestens 6 Zeichen lang sein')
  await expect.element(chosen).toHaveFocus()
  await expect.element(proof).not.toBeInTheDocument()
})

test('a new password is sent again after the confirmation, and no password stays in the fields', async () => {
  await renderUnconfirmed()
  await typePasswords('neu-und-lang', 'neu-und-lang')
  await expect.element(form.getByText(/^Vorher bestätigst du, dass du es bist/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(proof.getByText('dein Passwort ändern')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('alt-und-lang{Enter}')
  await expect.element(page.getByText('Passwort erfolgreich geändert')).toBeVisible()
  for (const each of [chosen, repeated]) await expect.element(each).toHaveValue('')
  await expect.element(proof).not.toBeInTheDocument()
  await expect.element(repeated).toHaveFocus()
})

test('without the confirmation the password stays, and so does what was typed', async () => {
  await renderUnconfirmed()
  await typePasswords('neu-und-lang', 'neu-und-lang')
  await submit.click()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(form.getByText(confirmationRequired.text)).toBeVisible()
  await expect.element(chosen).toHaveValue('neu-und-lang')
  await expect.element(repeated).toHaveValue('neu-und-lang')
  await expect.element(submit).toHaveFocus()
})

test('a password shows while its button is pressed in, and no other password does', async () => {
  await renderSecurity()
  await typePasswords('neu-und-lang', 'neu')
  await expect.element(chosen).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Passwort anzeigen' }).first().click()
  await expect.element(chosen).toHaveAttribute('type', 'text')
  await expect.element(chosen).toHaveValue('neu-und-lang')
  await expect.element(repeated).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Passwort verbergen' }).click()
  await expect.element(chosen).toHaveAttribute('type', 'password')
})

const danger = page.getByRole('region', { name: 'Gefahrenzone' })
const deleteButton = danger.getByRole('button', { name: 'Account löschen' })
const question = page.getByRole('alertdialog', { name: 'Account löschen?' })

test('the account is deleted after a question and the confirmation', async () => {
  await renderUnconfirmed()
  await deleteButton.click()
  await question.getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect.element(proof.getByText('deinen Account löschen')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('alt-und-lang{Enter}')
  await expect.poll(() => currentUser()).toBeUndefined()
})

test('a question or confirmation that is closed deletes nothing, and the focus is on its button', async () => {
  await renderUnconfirmed()
  await deleteButton.click()
  await expect.element(question.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(deleteButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(danger.getByText(confirmationRequired.text)).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(deleteButton).toHaveFocus()
  expect(currentUser()).toBeDefined()
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
