import { login, register } from '@tonarchiv/contract/auth'
import { emailUnverified } from '@tonarchiv/contract/refusal'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import type { Checked } from '#client/check.ts'
import { checkLogin, checkRegistration } from './checks.ts'
import { signIn } from './session.ts'
import type { FormRules, Outcome, Values } from './use-form.ts'
import { loginProblem, registerProblem } from './wording.ts'

/** The token of a set-up link, `/register?setup=…`. */
function setupToken(): string | undefined {
  return new URLSearchParams(globalThis.location.search).get('setup') ?? undefined
}

/** Sends checked values; a failure becomes an outcome. */
async function sendChecked<T>(
  checked: Checked<T>,
  send: (data: T) => Promise<Outcome>,
  outcomeOf: (failure: ApiError) => Outcome,
): Promise<Outcome> {
  if (!checked.ok) return { kind: 'wrong', fields: checked.fields }
  try {
    return await send(checked.data)
  } catch (failure) {
    if (failure instanceof ApiError) return outcomeOf(failure)
    throw failure
  }
}

const errorsOf = <T>(checked: Checked<T>) => (checked.ok ? {} : checked.fields)

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
        failure.is(emailUnverified) && failure.email !== undefined
          ? { kind: 'unverified', email: failure.email }
          : { kind: 'problem', text: loginProblem(failure), fields: failure.fields },
    ),
}

export const registerRules: FormRules = {
  errorsIn: (values) => errorsOf(checkRegistration(values)),
  submit: (values: Values) =>
    sendChecked(
      checkRegistration(values, setupToken()),
      async (body) => {
        const { token, user } = await call(register, { body })
        if (token === undefined || user === undefined) return { kind: 'registered' }
        signIn({ token, user })
        return { kind: 'done' }
      },
      (failure) => ({ kind: 'problem', text: registerProblem(failure), fields: failure.fields }),
    ),
}
