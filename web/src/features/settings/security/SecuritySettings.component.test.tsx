import { changePassword, listDevices, wrongCurrentPassword } from '@tonarchiv/contract/auth'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'

async function renderSecurity() {
  const server = startFakeServer()
  server.on(listDevices, () => ({ devices: [] }))
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
