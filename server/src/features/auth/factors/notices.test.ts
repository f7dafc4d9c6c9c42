import {
  confirm,
  loginWithRecoveryCode,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '@tonarchiv/contract/factors'
import { test } from 'vitest'
import { inboxSays } from '#testing/inbox.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { startApp } from '#testing/start-app.ts'

test('the owner finds each change of a factor in the inbox, the newest first', async () => {
  const app = await startApp()
  const mara = await confirmed(await app.signIn())
  const { id } = await newPasskey(mara)
  const { recoveryCodes } = await newAuthenticator(app, mara)
  const halfSession = await startLogin(app, mara)
  await app.call(loginWithRecoveryCode, { body: { halfSession, code: recoveryCodes[0] ?? '' } })
  await mara.call(confirm, { body: { recoveryCode: recoveryCodes[1] ?? '' } })
  await mara.call(renewRecoveryCodes, {})
  await mara.call(removeAuthenticator, {})
  await mara.call(removePasskey, { params: { id } })
  await inboxSays(
    mara,
    'Passkey „Unbekannt“ entfernt',
    'Zweiter Faktor ausgeschaltet',
    'Neue Wiederherstellungscodes',
    'Ein Wiederherstellungscode wurde benutzt',
    'Ein Wiederherstellungscode wurde benutzt',
    'Zweiter Faktor eingeschaltet',
    'Neuer Passkey „Unbekannt“',
  )
})
