import '#client/zod-config.ts'
import { login, register } from '@tonarchiv/contract/auth'
import type { BodyOf } from '@tonarchiv/contract/route'
import { check, type Checked } from '#client/check.ts'
import type { Values } from './use-form.ts'
import { PASSWORDS_DIFFER } from './wording.ts'

/** What the login form holds. */
export function checkLogin({ email, password, rememberMe }: Values): Checked<BodyOf<typeof login>> {
  return check(login.body, { email, password, rememberMe: rememberMe !== undefined })
}

/** What the registration form holds; `setup` is the token of the set-up link. The confirmation is checked in any case. */
export function checkRegistration(values: Values, setup?: string): Checked<BodyOf<typeof register>> {
  const checked = check(register.body, { ...values, setup })
  const differs = values['password'] !== values['confirmPassword']
  if (checked.ok || !differs) return checked
  return { ok: false, fields: { ...checked.fields, confirmPassword: PASSWORDS_DIFFER } }
}
