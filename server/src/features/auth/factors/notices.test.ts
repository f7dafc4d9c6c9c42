import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import {
  changeEmail,
  changePassword,
  forgotPassword,
  login,
  resetPassword,
  verifyEmail,
} from '@tonarchiv/contract/auth'
import {
  confirm,
  loginWithRecoveryCode,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '@tonarchiv/contract/factors'
import type { SecurityChange } from '@tonarchiv/contract/security-changes'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { inboxOf, sentenceOf } from '#testing/inbox.ts'
import type { Member } from '#testing/sign-in.ts'
import { confirmed, newAuthenticator, newPasskey, startLogin } from '#testing/second-factor.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { type Call, type RefusedCall, startApp, type TestApp } from '#testing/start-app.ts'

type Owner = Member & { call: Call; refusal: RefusedCall }

/** What a notice and the subject of its email say, and everything that causes them. */
interface Cause {
  says: string
  /** What the email says, when it is not what all of them say. */
  emailSays?: string
  happens: readonly ((app: TestApp, owner: Owner) => Promise<unknown>)[]
}

const NEW_PASSWORD = 'ganz neues Passwort'

/** Every change, so that a new one does not compile before its email and its notice are tested. */
const CAUSES: Record<SecurityChange, Cause> = {
  passwordChanged: {
    says: 'Dein Passwort wurde geändert',
    happens: [
      async (_app, { call, password: currentPassword }) =>
        call(changePassword, { body: { currentPassword, newPassword: NEW_PASSWORD } }),
      async (app, { email }) => {
        await app.call(forgotPassword, { body: { email } })
        const token = await tokenTo(app, email)
        await app.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
      },
    ],
  },
  emailChanged: {
    says: 'Deine E-Mail-Adresse wurde geändert',
    emailSays: 'in deinem Account steht jetzt eine andere E-Mail-Adresse.',
    happens: [
      async (app, { call, email, password: currentPassword }) => {
        const newEmail = `neu-${email}`
        await call(changeEmail, { body: { email: newEmail, currentPassword } })
        await app.call(verifyEmail, { body: { token: await tokenTo(app, newEmail) } })
      },
    ],
  },
  newDevice: {
    says: 'Anmeldung auf einem neuen Gerät',
    emailSays: 'gerade hat sich jemand von einem neuen Ort in deinem Account angemeldet: Unbekannt.',
    happens: [
      async (app, { email, password }) => {
        for (const from of ['192.0.2.1', '198.51.100.1'])
          await app.call(login, { body: { email, password }, headers: { 'x-forwarded-for': from } })
      },
    ],
  },
  passkeyAdded: {
    says: 'Neuer Passkey „Unbekannt“',
    happens: [async (_app, owner) => newPasskey(await confirmed(owner))],
  },
  passkeyRemoved: {
    says: 'Passkey „Unbekannt“ entfernt',
    happens: [
      async (_app, owner) => {
        const { id } = await newPasskey(await confirmed(owner))
        await owner.call(removePasskey, { params: { id } })
      },
    ],
  },
  secondFactorOn: {
    says: 'Zweiter Faktor eingeschaltet',
    happens: [async (app, owner) => newAuthenticator(app, await confirmed(owner))],
  },
  secondFactorOff: {
    says: 'Zweiter Faktor abgeschaltet',
    happens: [
      async (app, owner) => {
        await newAuthenticator(app, await confirmed(owner))
        await owner.call(removeAuthenticator, {})
      },
    ],
  },
  authenticatorReplaced: {
    says: 'Authenticator-App gewechselt',
    happens: [
      async (app, owner) => {
        await newAuthenticator(app, await confirmed(owner))
        await newAuthenticator(app, owner)
      },
    ],
  },
  recoveryCodesMade: {
    says: 'Neue Wiederherstellungscodes',
    happens: [
      async (app, owner) => {
        await newAuthenticator(app, await confirmed(owner))
        await owner.call(renewRecoveryCodes, {})
      },
    ],
  },
  recoveryCodeUsed: {
    says: 'Ein Wiederherstellungscode wurde benutzt',
    happens: [
      async (app, owner) => {
        const { recoveryCodes } = await newAuthenticator(app, await confirmed(owner))
        const halfSession = await startLogin(app, owner)
        await app.call(loginWithRecoveryCode, { body: { halfSession, code: recoveryCodes[0] ?? '' } })
      },
      async (app, owner) => {
        const { recoveryCodes } = await newAuthenticator(app, await confirmed(owner))
        await owner.call(confirm, { body: { recoveryCode: recoveryCodes[0] ?? '' } })
      },
    ],
  },
  appPasswordAdded: {
    says: 'Neues App-Passwort „Küchenradio“',
    happens: [async (_app, { call }) => call(createAppPassword, { body: { name: 'Küchenradio' } })],
  },
}

/** The token of the link in the newest email to an address. */
async function tokenTo(app: TestApp, email: string): Promise<string> {
  const [newest] = await emailsOf(app, { email })
  return /[\w-]{43}$/m.exec(newest?.text ?? '')?.[0] ?? ''
}

/** The emails to an address that have not been sent, newest first. */
const emailsOf = async ({ services: { db } }: TestApp, { email }: { email: string }) =>
  db
    .selectFrom('letters')
    .select(['subject', 'bodyText as text'])
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()

test('the owner gets an email and a notice of each change, with the same sentence', async () => {
  const smtp = await startSmtpServer()
  // The emails stay in the queue, where their texts can be read.
  smtp.isFull = true
  const app = await startApp({
    mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' },
    trustedProxies: ['127.0.0.1'],
  })
  const { siteTitle, publicUrl } = app.services.config
  for (const { says, emailSays = `${says} (Unbekannt).`, happens } of Object.values(CAUSES))
    for (const cause of happens) {
      const owner = await app.signIn()
      await cause(app, owner)
      const [email] = await emailsOf(app, owner)
      expect(email?.subject).toBe(`${siteTitle}: ${says}`)
      expect(email?.text).toContain(emailSays)
      expect(email?.text).toContain('Warst du das nicht?')
      expect(email?.text).toContain(publicUrl)
      // The session of the owner may have ended by the change.
      const reader = await app.anotherSession(owner)
      await eventually(async () => {
        const [notice] = await inboxOf(reader)
        expect(notice && [sentenceOf(notice), notice.remark]).toEqual([says, 'Unbekannt'])
      })
    }
})
