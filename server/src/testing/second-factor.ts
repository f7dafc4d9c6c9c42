import { login } from '@tonarchiv/contract/auth'
import {
  addPasskey,
  confirm,
  confirmAuthenticator,
  startAuthenticator,
  startPasskey,
} from '@tonarchiv/contract/factors'
import { expect } from 'vitest'
import { codeOf, timeStepOf } from '#features/auth/factors/totp.ts'
import { createPasskey, type SoftwarePasskey } from './software-authenticator.ts'
import type { Call, RefusedCall, TestApp } from './start-app.ts'
import type { Member } from './sign-in.ts'

type Caller = Member & { call: Call; refusal: RefusedCall }

/** Confirms a session with the password, as the dialog of the browser does. */
export async function confirmed(member: Caller): Promise<Caller> {
  await member.call(confirm, { body: { password: member.password } })
  return member
}

/** Makes and registers a passkey for a member whose session is confirmed. */
export async function newPasskey(member: Caller): Promise<{ passkey: SoftwarePasskey; id: string }> {
  const { attempt, options } = await member.call(startPasskey, {})
  const { passkey, response } = createPasskey(options)
  const { passkey: stored } = await member.call(addPasskey, { body: { attempt, response } })
  return { passkey, id: stored.id }
}

/** An authenticator app. `code` is its present code, or the one of a near step of 30 seconds. */
export interface FakeApp {
  secret: string
  code: (steps?: number) => string
  recoveryCodes: string[]
}

/** Sets up an authenticator app for a member whose session is confirmed. The code of the present step is used up. */
export async function newAuthenticator(app: TestApp, member: Caller): Promise<FakeApp> {
  const { secret } = await member.call(startAuthenticator, {})
  const code = (steps = 0) => codeOf(secret, timeStepOf(app.services.now()) + steps)
  const { recoveryCodes } = await member.call(confirmAuthenticator, { body: { code: code() } })
  return { secret, code, recoveryCodes }
}

/** Logs in with the password, and returns the token with which the login goes on. */
export async function startLogin(
  app: TestApp,
  { email, password }: Member,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await app.refusal(login, { body: { email, password }, headers })
  expect([status, body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  return body.halfSession ?? ''
}
