import { invalidAccessKey, redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { currentUser } from '#features/auth/index.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { closeKeyDialog, openKeyDialog } from './key-dialog.ts'
import { KeyDialog } from './KeyDialog.tsx'

async function renderKeyDialog() {
  const server = startFakeServer()
  const user = signInAs(aUser({ keyVerified: false }))
  await render(
    <TestApp>
      <KeyDialog />
    </TestApp>,
  )
  openKeyDialog()
  onTestFinished(closeKeyDialog)
  await expect.element(field).toHaveFocus()
  return { server, user }
}

const field = page.getByRole('textbox', { name: 'Zugangsschlüssel' })
const submit = page.getByRole('button', { name: 'Verifizieren' })

test('a key sets its hyphens while it is typed, and is redeemed when it is complete', async () => {
  const { server, user } = await renderKeyDialog()
  const redeemed = vi.fn<(sent: unknown) => { success: boolean; user: typeof user }>(() => ({
    success: true,
    user: { ...user, keyVerified: true },
  }))
  server.on(redeemAccessKey, redeemed)
  await userEvent.keyboard('ab12c')
  await expect.element(field).toHaveValue('AB-12C')
  await expect.element(submit).toBeDisabled()
  await userEvent.keyboard('d9xyz')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(redeemed.mock.calls.map(([sent]) => sent)).toEqual([{ key: 'AB-12CD-9XYZ', uid: 'mila' }])
  expect(currentUser()?.keyVerified).toBe(true)
  await expect.element(page.getByRole('status').last()).toHaveTextContent('Zugangsschlüssel verifiziert')
})

test('a correction in the middle of a key leaves the caret where it was made', async () => {
  await renderKeyDialog()
  await userEvent.keyboard('ab12cd9x')
  await userEvent.keyboard('{Home}{ArrowRight}{Delete}z')
  await expect.element(field).toHaveValue('AZ-12CD-9X')
  await userEvent.keyboard('{Backspace}q')
  await expect.element(field).toHaveValue('AQ-12CD-9X')
})

test('a wrong key is named, cleared and typed anew at once', async () => {
  const { server } = await renderKeyDialog()
  server.on(redeemAccessKey, () => refuse(invalidAccessKey))
  await userEvent.keyboard('ab12cd9xyz')
  const sentence = page.getByText('Ungültiger oder bereits verwendeter Zugangsschlüssel')
  await expect.element(sentence).toBeVisible()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('a')
  await expect.element(sentence).not.toBeInTheDocument()
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  expect(currentUser()?.keyVerified).toBe(false)
})

test('after too many tries a complete key waits until the time is over', async () => {
  const { server } = await renderKeyDialog()
  const answer = vi.fn(() => refuse(rateLimited, { retryAfterSeconds: 120 }))
  server.on(redeemAccessKey, answer)
  await userEvent.keyboard('ab12cd9xyz')
  await expect
    .element(page.getByText(/^Zu viele Versuche\. Bitte versuche es in .* erneut\.$/).last())
    .toBeVisible()
  await userEvent.keyboard('ab12cd9xyz{Enter}')
  await expect.element(field).toHaveValue('AB-12CD-9XYZ')
  await expect.element(submit).toBeDisabled()
  expect(answer).toHaveBeenCalledOnce()
})

test('when an admin gives the key while the dialog is open, it closes, and a message informs the member', async () => {
  const { user } = await renderKeyDialog()
  signInAs({ ...user, keyVerified: true })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const given = page.getByText('Du hast jetzt einen Schlüssel. Das Archiv ist offen.', { exact: true })
  await expect.element(given).toBeVisible()
})
