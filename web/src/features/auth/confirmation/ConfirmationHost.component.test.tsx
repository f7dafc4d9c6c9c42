import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import { confirm, readFactors, wrongConfirmation } from '@tonarchiv/contract/factors'
import { confirmationRequired } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { call } from '#client/call.ts'
import { ApiError } from '#client/api-error.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { ConfirmationHost } from './ConfirmationHost.tsx'

const NOTHING = {
  passkeys: [],
  authenticatorSince: null,
  recoveryCodesLeft: 0,
  trustedDevices: [],
  isRequired: false,
}
const MADE = {
  appPassword: {
    id: 'a',
    name: 'Radio',
    createdAt: '2026-01-10T12:00:00.000Z',
    lastUsedAt: null,
    app: null,
    isPlaying: false,
  },
  password: 'geheim',
}

/** A page whose button makes an app password, and shows how that has ended. */
function Maker() {
  const make = async (output: HTMLOutputElement | null) => {
    const result = await call(createAppPassword, { body: { name: 'Radio' } }).then(
      ({ appPassword }) => appPassword.name,
      (failure: unknown) => (failure instanceof ApiError ? failure.text : 'Fehler'),
    )
    if (output) output.textContent = result
  }
  return (
    <TestApp>
      <button
        type="button"
        onClick={({ currentTarget }) =>
          void make(currentTarget.parentElement?.querySelector('output') ?? null)
        }
      >
        Erstellen
      </button>
      <output />
      <ConfirmationHost />
    </TestApp>
  )
}

async function renderMaker() {
  const server = startFakeServer()
  let isConfirmed = false
  server.on(readFactors, () => NOTHING)
  server.on(createAppPassword, () => (isConfirmed ? MADE : refuse(confirmationRequired)))
  server.on(confirm, (sent) => {
    if (JSON.stringify(sent) !== JSON.stringify({ password: 'richtig' }))
      return refuse(wrongConfirmation, { error: 'Falsches Passwort. Noch 3 Versuche.' })
    isConfirmed = true
    return { confirmedUntil: '2026-01-10T12:10:00.000Z' }
  })
  signInAs(aUser())
  await render(<Maker />)
}

const dialog = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
const password = dialog.getByLabelText('Passwort', { exact: true })
const button = page.getByRole('button', { name: 'Erstellen' })

test('a call that needs a confirmation asks for the password, and is repeated after it', async () => {
  await renderMaker()
  await button.click()
  await expect.element(dialog.getByText('ein App-Passwort erstellen')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('falsch{Enter}')
  await expect.element(password).toHaveAccessibleDescription('Falsches Passwort. Noch 3 Versuche.')
  await expect.element(password).toHaveValue('falsch')
  await password.fill('richtig')
  await dialog.getByRole('button', { name: 'Mit Passwort bestätigen' }).click()
  await expect.element(page.getByText('Radio')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('closing the dialog cancels the call, and the focus returns to its button', async () => {
  await renderMaker()
  await button.click()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText(confirmationRequired.text)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})
