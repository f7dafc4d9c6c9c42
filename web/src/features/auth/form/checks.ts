import '#client/zod-config.ts'
import { login, register } from '@tonarchiv/contract/auth'
import type { BodyOf } from '@tonarchiv/contract/route'
import { check, type Checked } from '#client/check.ts'
import type { Values } from './use-form.ts'
import { PASSWORDS_DIFFER } from './wording.ts'

/** Validates the login form. */
export function checkLogin({ email, password, rememberMe }: Values): Checked<BodyOf<typeof login>> {
  return check(login.body, { email, password, rememberMe: rememberMe !== undefined })
}

/**
 * Validates the registration form. The confirmation of the password is checked, too.
 * @param setup - the token of the set-up link, if there is one
 */
export function checkRegistration(values: Values, setup?: string): Checked<BodyOf<typeof register>> {
  const checked = check(register.body, { ...values, setup })
  const differs = values['password'] !== values['confirmPassword']
  if (checked.ok || !differs) return checked
  return { ok: false, fields: { ...checked.fields, confirmPassword: PASSWORDS_DIFFER } }
}
