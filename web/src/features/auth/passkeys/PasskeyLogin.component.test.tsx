import { startPasskeyLogin } from '@tonarchiv/contract/factors'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'

function Login() {
  const form = useRef<HTMLFormElement>(null)
  return (
    <>
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Anmelden</button>
      </form>
      <PasskeyLogin form={form} onBack={() => undefined} />
    </>
  )
}

/** Renders the login in a browser whose questions for a passkey wait, and records these questions. */
async function renderLogin() {
  const server = startFakeServer()
  const options = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 60_000,
    userVerification: 'required',
    allowCredentials: [],
  }
  server.on(startPasskeyLogin, () => ({ attempt: 'attempt', options }))
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  const asked: CredentialRequestOptions[] = []
  vi.spyOn(navigator.credentials, 'get').mockImplementation((request = {}) => {
    asked.push(request)
    return new Promise(() => undefined)
  })
  await render(<Login />)
  await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional'])
  expect(asked[0]?.signal?.aborted).toBe(false)
  return asked
}

test('the browser no longer offers passkeys once the form is sent', async () => {
  const asked = await renderLogin()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true])
})

test('the button for a passkey withdraws the offer and asks itself', async () => {
  const asked = await renderLogin()
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect
    .poll(() => asked.map(({ mediation, signal }) => [mediation, signal?.aborted]))
    .toEqual([
      ['conditional', true],
      [undefined, false],
    ])
})
