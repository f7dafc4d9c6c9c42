import { login, register, secondFactorRequired } from '@tonarchiv/contract/auth'
import { emailUnverified } from '@tonarchiv/contract/refusal'
import { call } from '#client/call.ts'
import { setStored } from '#client/browser-storage.ts'
import { checkLogin, checkRegistration } from './checks.ts'
import { errorsOf, problemOf, sendChecked } from './send-checked.ts'
import { signIn } from '../session/session.ts'
import type { FormRules, Values } from './use-form.ts'
import { loginProblem, registerProblem } from './wording.ts'

/** The token of a set-up link (`/register?setup=…`); undefined when the URL has none. */
function setupToken(): string | undefined {
  return new URLSearchParams(globalThis.location.search).get('setup') ?? undefined
}

export const loginRules: FormRules = {
  errorsIn: (values) => errorsOf(checkLogin(values)),
  submit: (values) =>
    sendChecked(
      checkLogin(values),
      async (body) => {
        signIn(await call(login, { body }))
        return { kind: 'done' }
      },
      (failure) =>
        failure.is(emailUnverified) || failure.is(secondFactorRequired)
          ? { kind: 'redirect', email: failure.email, halfSession: failure.halfSession }
          : problemOf(failure, loginProblem(failure)),
    ),
}

export const registerRules: FormRules = {
  errorsIn: (values) => errorsOf(checkRegistration(values)),
  submit: (values: Values) =>
    sendChecked(
      checkRegistration(values, setupToken()),
      async (body) => {
        const { token, user } = await call(register, { body })
        if (token === undefined || user === undefined) {
          setStored('unverifiedEmail', body.email)
          setStored('justRegistered', 'yes')
          return { kind: 'registered' }
        }
        signIn({ token, user })
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, registerProblem(failure)),
    ),
}
