import { startPasskeyLogin } from '@tonarchiv/contract/factors'
import { createRef, useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { PasskeyAttempt } from './PasskeyAttempt.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'

const nothing = () => undefined

function Login() {
  const form = useRef<HTMLFormElement>(null)
  return (
    <>
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Anmelden</button>
      </form>
      <PasskeyLogin form={form} onBack={nothing} />
    </>
  )
}

/** Renders the login in a browser whose questions for a passkey wait. Records these questions, and what is called. */
async function renderLogin() {
  const server = startFakeServer()
  const called = vi.fn<() => void>()
  const options = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 60_000,
    userVerification: 'required',
    allowCredentials: [],
  }
  server.on(startPasskeyLogin, () => {
    called()
    return { attempt: 'attempt', options }
  })
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  const asked: CredentialRequestOptions[] = []
  vi.spyOn(navigator.credentials, 'get').mockImplementation((request = {}) => {
    asked.push(request)
    const { signal } = request
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  await render(<Login />)
  return { asked, called }
}

/** Uses the page, and waits until the browser offers passkeys. */
async function renderOffer() {
  const { asked } = await renderLogin()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => asked.map(({ mediation }) => mediation)).toEqual(['conditional'])
  expect(asked[0]?.signal?.aborted).toBe(false)
  return asked
}

const button = page.getByRole('button', { name: 'Mit Passkey anmelden' })

test('the page asks for passkeys only when it is used, and the button keeps its focus then', async () => {
  const { asked, called } = await renderLogin()
  await expect.element(button).toBeVisible()
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  // An offer that begins at once. When it has asked, one that began with the page would have asked, too.
  const form = createRef<HTMLFormElement>()
  await render(<PasskeyAttempt {...{ form }} onBack={nothing} presses={0} onState={nothing} />)
  await expect.poll(() => asked.length).toBe(1)
  expect(called).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Shift}')
  await expect.poll(() => asked.length).toBe(2)
  expect(document.activeElement).toBe(element)
})

test('a press is the first use of the page', async () => {
  const { asked } = await renderLogin()
  const element = button.element()
  // As assistive technology presses it, without pointer and keys.
  if (element instanceof HTMLElement) element.click()
  await expect
    .poll(() => asked.findLast(({ mediation }) => mediation === undefined)?.signal?.aborted)
    .toBe(false)
})

test('after a cancelled login the way back to the password is offered, and a second login', async () => {
  await renderLogin()
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'))
  await button.click()
  await expect.element(page.getByText('Passkey nicht bestätigt')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Noch einmal' })).toHaveFocus()
  await page.getByRole('button', { name: 'Mit Passwort anmelden' }).click()
  await expect.element(button).toBeVisible()
})

test('a browser without passkeys gets the form alone', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { called } = await renderLogin()
  await expect.element(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift}')
  expect(called).not.toHaveBeenCalled()
})

test('the browser no longer offers passkeys once the form is sent', async () => {
  const asked = await renderOffer()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true])
})

test('the button for a passkey withdraws the offer, asks itself, and is busy meanwhile', async () => {
  const asked = await renderOffer()
  await button.click()
  await expect
    .poll(() => asked.map(({ mediation, signal }) => [mediation, signal?.aborted]))
    .toEqual([
      ['conditional', true],
      [undefined, false],
    ])
  // The withdrawn offer has failed by now, which ends nothing.
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await button.click()
  expect(asked).toHaveLength(2)
})
