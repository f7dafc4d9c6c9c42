import { changeEmail } from '@tonarchiv/contract/auth'
import { confirm, readFactors } from '@tonarchiv/contract/factors'
import { confirmationRequired } from '@tonarchiv/contract/refusal'
import { changeUsername, updateProfile, usernameLocked, usernameTaken } from '@tonarchiv/contract/users'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmationHost, currentUser, useUser } from '#features/auth/index.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'

function OwnProfile() {
  const user = useUser()
  return user && <ProfileSettings user={user} />
}

async function renderProfile() {
  const server = startFakeServer()
  const user = signInAs(aUser())
  const { unmount } = await render(
    <TestApp>
      <OwnProfile />
      <ConfirmationHost />
    </TestApp>,
  )
  return { server, user, unmount }
}

const field = (name: string) => page.getByRole('textbox', { name })
const form = (name: string) => page.getByRole('region', { name })
const change = form('Benutzername').getByRole('button', { name: 'Ändern' })
const save = page.getByRole('button', { name: 'Speichern' })
const DAY_MS = 24 * 60 * 60 * 1000
/** Two texts are allowed, because a minute may pass during a test. */
const LOCKED = /^Änderung in (24h 0m|23h 59m) möglich$/

test('a username against the rules is named at its field, keeps what was typed and sends nothing', async () => {
  const { server } = await renderProfile()
  const answer = vi.fn<() => never>()
  server.on(changeUsername, answer)
  await field('Benutzername').fill('mila k!')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(field('Benutzername'))
    .toHaveAccessibleDescription(
      'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten',
    )
  await expect.element(field('Benutzername')).toHaveFocus()
  await expect.element(field('Benutzername')).toHaveValue('mila k!')
  expect(answer).not.toHaveBeenCalled()
})

test('a username of another member is refused, and the typed name stays', async () => {
  const { server } = await renderProfile()
  server.on(changeUsername, () => refuse(usernameTaken))
  await field('Benutzername').fill('jonas')
  await change.click()
  await expect.element(page.getByText('Dieser Benutzername ist bereits vergeben')).toBeVisible()
  await expect.element(field('Benutzername')).toHaveValue('jonas')
  await expect.element(change).toBeEnabled()
})

test('a changed username is shown as the server writes it and locked for a day', async () => {
  const { server, user } = await renderProfile()
  server.on(changeUsername, (sent) => {
    expect(sent).toEqual({ username: 'mila2' })
    const usernameChangeableAt = new Date(Date.now() + DAY_MS).toISOString()
    return { user: { ...user, username: 'mila2', usernameChangeableAt } }
  })
  await field('Benutzername').fill('Mila2')
  await change.click()
  await expect.element(page.getByText('Username erfolgreich geändert')).toBeVisible()
  await expect.element(field('Benutzername')).toHaveValue('mila2')
  await expect.element(field('Benutzername')).toBeDisabled()
  await expect.element(field('Benutzername')).toHaveAccessibleDescription(LOCKED)
  await expect.element(change).toBeDisabled()
})

test('a username that was changed on another device meanwhile is locked here, too', async () => {
  const { server } = await renderProfile()
  const changeableAt = new Date(Date.now() + DAY_MS).toISOString()
  server.on(changeUsername, () => refuse(usernameLocked, { changeableAt }))
  await field('Benutzername').fill('mila2')
  await change.click()
  await expect.element(field('Benutzername')).toBeDisabled()
  await expect.element(field('Benutzername')).toHaveAccessibleDescription(LOCKED)
})

test('a profile that the server does not take stays typed, and is saved by the next press', async () => {
  const { server, user } = await renderProfile()
  await field('Anzeigename').fill('Mila K.')
  await field('Bio').fill('Sammelt Kassetten')
  await save.click()
  await expect.element(page.getByText('Fehler beim Aktualisieren des Profils')).toBeVisible()
  await expect.element(field('Anzeigename')).toHaveValue('Mila K.')
  await expect.element(field('Bio')).toHaveValue('Sammelt Kassetten')
  server.on(updateProfile, (sent) => {
    expect(sent).toEqual({ displayName: 'Mila K.', bio: 'Sammelt Kassetten', customStatus: '' })
    return { user: { ...user, displayName: 'Mila K.', bio: 'Sammelt Kassetten' } }
  })
  await save.click()
  await expect.element(page.getByText('Profil erfolgreich aktualisiert')).toBeVisible()
  await expect.element(page.getByText('Fehler beim Aktualisieren des Profils')).not.toBeInTheDocument()
  await field('Anzeigename').fill('Mila')
  await expect.element(page.getByText('Profil erfolgreich aktualisiert')).not.toBeInTheDocument()
})

test('what others see of the music is saved at once, and goes back when it cannot be saved', async () => {
  const { server, user } = await renderProfile()
  const listening = page.getByRole('switch', { name: 'Zeige, was ich höre' })
  await expect.element(listening).toBeChecked()
  const saved = Promise.withResolvers<{ user: typeof user }>()
  server.on(updateProfile, () => saved.promise)
  await listening.click()
  await expect.element(listening).not.toBeChecked()
  saved.resolve({ user: { ...user, showListening: false } })
  await expect.poll(() => currentUser()?.showListening).toBe(false)
  server.on(updateProfile, () => Promise.reject(new TypeError('no line')))
  await listening.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Fehler beim Aktualisieren des Profils')
  await expect.element(listening).not.toBeChecked()
  // Friends listen along without a question only if the member chooses so.
  const along = page.getByRole('switch', { name: 'Freunde dürfen ohne Frage mithören' })
  await expect.element(along).not.toBeChecked()
  server.on(updateProfile, (sent) => {
    expect(sent).toEqual({ letsFriendsListen: true })
    return { user: { ...user, letsFriendsListen: true } }
  })
  await along.click()
  await expect.poll(() => currentUser()?.letsFriendsListen).toBe(true)
  await expect.element(along).toBeChecked()
})

test('the chosen theme shows at once, by keyboard, too, and “System” follows the device again', async () => {
  await renderProfile()
  const theme = (name: string) => form('Darstellung').getByRole('button', { name })
  const shown = () => document.documentElement.dataset['theme']
  await expect.element(theme('System')).toHaveAttribute('aria-pressed', 'true')
  await theme('Dunkel').click()
  expect(shown()).toBe('dark')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(theme('Hell')).toHaveAttribute('aria-pressed', 'true')
  expect(shown()).toBe('light')
  await theme('System').click()
  expect(shown()).toBeUndefined()
})

test('the choice against shortcuts of single characters is kept in this browser', async () => {
  const { user, unmount } = await renderProfile()
  const shortcuts = page.getByRole('switch', { name: 'Einzelne Buchstaben und Zeichen steuern den Player' })
  await expect.element(shortcuts).toBeChecked()
  await shortcuts.click()
  await expect.element(shortcuts).not.toBeChecked()
  await unmount()
  await render(
    <TestApp>
      <ProfileSettings user={user} />
    </TestApp>,
  )
  await expect.element(shortcuts).not.toBeChecked()
  await shortcuts.click()
  await expect.element(shortcuts).toBeChecked()
})

test('another address is sent again after the confirmation; without it the typed address stays', async () => {
  const { server, user } = await renderProfile()
  let isConfirmed = false
  server.on(readFactors, () => ({
    passkeys: [],
    authenticatorSince: null,
    recoveryCodesLeft: 0,
    trustedDevices: [],
    isRequired: false,
  }))
  server.on(confirm, () => {
    isConfirmed = true
    return { confirmedUntil: '2026-01-10T12:10:00.000Z' }
  })
  server.on(changeEmail, (sent) => {
    if (!isConfirmed) return refuse(confirmationRequired)
    expect(sent).toEqual({ email: 'neu@beispiel.de' })
    return { success: true, user: { ...user, email: 'neu@beispiel.de', emailVerified: false }, message: '' }
  })
  const proof = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
  await field('E-Mail-Adresse').fill('neu@beispiel.de')
  await userEvent.keyboard('{Enter}')
  await expect.element(proof.getByText('deine E-Mail-Adresse ändern')).toBeVisible()
  await expect.element(proof.getByLabelText('Passwort', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(form('E-Mail-Adresse').getByText(confirmationRequired.text)).toBeVisible()
  await expect.element(field('E-Mail-Adresse')).toHaveValue('neu@beispiel.de')
  await expect.element(field('E-Mail-Adresse')).toHaveFocus()
  expect(currentUser()?.email).toBe(user.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(proof.getByLabelText('Passwort', { exact: true })).toHaveFocus()
  await userEvent.keyboard('geheim{Enter}')
  await expect.poll(() => currentUser()?.email).toBe('neu@beispiel.de')
})
