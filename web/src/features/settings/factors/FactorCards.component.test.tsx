import {
  confirmAuthenticator,
  type Factors,
  readFactors,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startAuthenticator,
  wrongCode,
} from '@tonarchiv/contract/factors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { FactorCards } from './FactorCards.tsx'

const NONE: Factors = {
  passkeys: [],
  authenticatorSince: null,
  recoveryCodesLeft: 0,
  trustedDevices: [],
  isRequired: false,
}
const ON: Factors = { ...NONE, authenticatorSince: '2024-11-03T12:00:00.000Z', recoveryCodesLeft: 7 }
const STUDIO = {
  id: 'studio',
  name: 'Rechner im Studio',
  kind: 'computer',
  isSynced: false,
  isCurrent: true,
  createdAt: '2024-11-03T12:00:00.000Z',
  lastUsedAt: null,
} as const
const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFG${index}`)

async function renderCards(factors: Factors) {
  const server = startFakeServer()
  server.on(readFactors, () => factors)
  signInAs(aUser())
  onTestFinished(clearToast)
  await render(
    <TestApp>
      <FactorCards username="mila_k" />
    </TestApp>,
  )
  return server
}

const passkeys = page.getByRole('region', { name: 'Passkeys' })
const second = page.getByRole('region', { name: 'Zweiter Faktor' })
const codes = page.getByRole('dialog', { name: 'Deine Wiederherstellungscodes' })

test('an app is set up with its code, and the recovery codes are shown until the tick', async () => {
  const server = await renderCards(NONE)
  await expect.element(second.getByText('Aus')).toBeVisible()
  server.on(startAuthenticator, () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/Archive:mila_k?secret=JBSWY3DPEHPK3PXP',
  }))
  await second.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator-App einrichten' })
  const code = dialog.getByLabelText('Code aus der App')
  await expect.element(code).toHaveFocus()
  server.on(confirmAuthenticator, () => refuse(wrongCode))
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent(wrongCode.text)
  server.on(confirmAuthenticator, () => ({ recoveryCodes: CODES }))
  server.on(readFactors, () => ({ ...ON, recoveryCodesLeft: 10 }))
  await code.fill('482917')
  await userEvent.keyboard('{Enter}')
  await expect.element(codes.getByText('ABCD-EFG0')).toBeVisible()
  const done = codes.getByRole('button', { name: 'Fertig' })
  await expect.element(done).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(codes).toBeVisible()
  await codes.getByLabelText('Ich habe die Codes sicher abgelegt').click()
  await done.click()
  await expect.element(page.getByText('Zweiter Faktor eingeschaltet')).toBeVisible()
  await expect.element(second.getByText('10 von 10 übrig')).toBeVisible()
  await expect.element(codes).not.toBeInTheDocument()
})

test('new codes replace the old ones, and can be saved as a file', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  const server = await renderCards(ON)
  server.on(renewRecoveryCodes, () => ({ recoveryCodes: CODES }))
  await second.getByRole('button', { name: 'Neue Codes erstellen' }).click()
  await codes.getByRole('button', { name: 'Als Datei' }).click()
  expect(saved).toEqual(['archive-codes.txt'])
})

test('switching off asks first, and an admin who needs a factor cannot', async () => {
  const server = await renderCards(ON)
  server.on(removeAuthenticator, () => ({ success: true }))
  server.on(readFactors, () => NONE)
  await second.getByRole('button', { name: 'Abschalten' }).click()
  const question = page.getByRole('alertdialog', { name: 'Zweiten Faktor abschalten?' })
  await question.getByRole('button', { name: 'Abschalten' }).click()
  await expect.element(page.getByText('Zweiter Faktor abgeschaltet')).toBeVisible()
  await expect.element(second.getByText('Aus')).toBeVisible()
})

test('the last factor of an admin who needs one cannot be switched off', async () => {
  await renderCards({ ...ON, isRequired: true })
  await expect.element(second.getByText('Pflicht')).toBeVisible()
  await expect.element(second.getByRole('button', { name: 'Abschalten' })).toBeDisabled()
})

test('a passkey is renamed and removed from its menu', async () => {
  const server = await renderCards({ ...NONE, passkeys: [STUDIO] })
  await expect.element(passkeys.getByText('Seit 03.11.2024, noch nie benutzt')).toBeVisible()
  const menu = passkeys.getByRole('button', { name: 'Aktionen für „Rechner im Studio“' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Umbenennen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey umbenennen' })
  await dialog.getByLabelText('Name').fill('Laptop')
  server.on(renamePasskey, (sent) => {
    expect(sent).toEqual({ name: 'Laptop' })
    return { success: true }
  })
  server.on(readFactors, () => ({ ...NONE, passkeys: [{ ...STUDIO, name: 'Laptop' }] }))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await passkeys.getByRole('button', { name: 'Aktionen für „Laptop“' }).click()
  await page.getByRole('menuitem', { name: 'Entfernen' }).click()
  server.on(removePasskey, () => ({ success: true }))
  server.on(readFactors, () => NONE)
  await page
    .getByRole('alertdialog', { name: '„Laptop“ entfernen?' })
    .getByRole('button', { name: 'Entfernen' })
    .click()
  await expect.element(page.getByText('Passkey entfernt')).toBeVisible()
  await expect.element(passkeys.getByRole('list')).not.toBeInTheDocument()
})

test('without an answer of the server the cards say so', async () => {
  startFakeServer()
  signInAs(aUser())
  await render(
    <TestApp>
      <FactorCards username="mila_k" />
    </TestApp>,
  )
  await expect.element(page.getByText('Deine Passkeys und Codes gelten weiter.')).toBeVisible()
})
