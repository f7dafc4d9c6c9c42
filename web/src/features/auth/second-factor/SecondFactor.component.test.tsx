import {
  type FactorMethod,
  loginTookTooLong,
  loginWithCode,
  loginWithRecoveryCode,
  readSecondFactor,
  wrongCode,
  wrongRecoveryCode,
} from '@tonarchiv/contract/factors'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setStored } from '#client/browser-storage.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser } from '../../../testing/sign-in.ts'
import { endSession, useSession } from '../session/session.ts'
import { SecondFactor } from './SecondFactor.tsx'

async function renderStep() {
  const server = startFakeServer()
  const methods: FactorMethod[] = ['code', 'recovery']
  server.on(readSecondFactor, () => ({ username: 'jonas_w', methods }))
  endSession()
  onTestFinished(() => {
    endSession()
    setStored('authToken', undefined)
  })
  const onBack = vi.fn<() => void>()
  await render(<SecondFactor halfSession="halb" onBack={onBack} />)
  await expect.element(page.getByText('jonas_w')).toBeVisible()
  return { server, onBack }
}

const code = page.getByLabelText('Code aus der App')
const status = () => useSession.getState().status

test('the sixth digit logs in, with the trust that was chosen', async () => {
  const { server } = await renderStep()
  await expect.element(code).toHaveFocus()
  server.on(loginWithCode, (sent) => {
    expect(sent).toEqual({ halfSession: 'halb', code: '482917', trustDevice: true })
    return { token: 'st_neu', user: aUser() }
  })
  await page.getByLabelText('Diesem Gerät 30 Tage vertrauen').click()
  await code.fill('482917')
  await expect.poll(status).toBe('signedIn')
})

test('a wrong code is cleared, named and can be typed again', async () => {
  const { server } = await renderStep()
  server.on(loginWithCode, () => refuse(wrongCode))
  await code.fill('000000')
  await expect.element(page.getByRole('alert')).toHaveTextContent(wrongCode.text)
  await expect.element(code).toHaveValue('')
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Bestätigen' })).toBeDisabled()
})

test('without a connection the code stays, and is sent again by a press', async () => {
  const { server } = await renderStep()
  await code.fill('482917')
  await expect
    .element(page.getByText('Keine Verbindung zum Server. Der Code wurde nicht verbraucht.'))
    .toBeVisible()
  await expect.element(code).toHaveValue('482917')
  server.on(loginWithCode, () => ({ token: 'st_neu', user: aUser() }))
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(status).toBe('signedIn')
})

test('too many codes say how long to wait, and other ways stay', async () => {
  const { server } = await renderStep()
  server.on(loginWithCode, () => refuse(rateLimited, { retryAfterSeconds: 272 }))
  await code.fill('000000')
  await expect
    .element(page.getByText('Ein Passkey oder ein Wiederherstellungscode geht auch jetzt.'))
    .toBeVisible()
  await expect.element(code).toBeDisabled()
  await page.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click()
  await expect.element(page.getByLabelText('Code von deinem Zettel')).toHaveFocus()
})

test('a recovery code gets its hyphen, a wrong one is named, and after a right one the rest is shown', async () => {
  const { server } = await renderStep()
  await page.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click()
  const field = page.getByLabelText('Code von deinem Zettel')
  await field.click()
  await userEvent.keyboard('7kqm2xta')
  await expect.element(field).toHaveValue('7KQM-2XTA')
  server.on(loginWithRecoveryCode, () => refuse(wrongRecoveryCode))
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(wrongRecoveryCode.text)
  server.on(loginWithRecoveryCode, () => ({ token: 'st_neu', user: aUser(), recoveryCodesLeft: 6 }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Du bist drin. Von deinen 10 Codes sind noch 6 übrig.')).toBeVisible()
  expect(status()).not.toBe('signedIn')
  await page.getByRole('button', { name: 'Später' }).click()
  await expect.poll(status).toBe('signedIn')
})

test('a login that has taken too long says so, and goes back to the form', async () => {
  const { server, onBack } = await renderStep()
  server.on(loginWithCode, () => refuse(loginTookTooLong))
  await code.fill('482917')
  await expect.element(page.getByText(loginTookTooLong.text)).toBeVisible()
  await page.getByRole('button', { name: 'Mit anderem Account anmelden' }).click()
  expect(onBack).toHaveBeenCalledTimes(1)
})
