import '#client/zod-config.ts'
import { changeEmail, forgotPassword, resetPassword } from '@tonarchiv/contract/auth'
import type { BodyOf } from '@tonarchiv/contract/route'
import { call } from '#client/call.ts'
import { check, type Checked } from '#client/check.ts'
import { errorsOf, problemOf, sendChecked } from './send-checked.ts'
import { updateUser } from '../session/session.ts'
import type { FormRules, Values } from './use-form.ts'
import {
  EMAIL_CALL_FAILED,
  EMAIL_CHANGE_FAILED,
  PASSWORDS_DIFFER,
  RESET_CALL_FAILED,
  RESET_FAILED,
  RESET_REQUEST_FAILED,
  serverTextOr,
} from './wording.ts'

const checkResetRequest = ({ email }: Values) => check(forgotPassword.body, { email })

/** Requests an email with a link that sets a new password. */
export const forgotRules: FormRules = {
  errorsIn: (values) => errorsOf(checkResetRequest(values)),
  submit: (values) =>
    sendChecked(
      checkResetRequest(values),
      async (body) => {
        await call(forgotPassword, { body })
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, serverTextOr(failure, RESET_REQUEST_FAILED)),
    ),
}

/** Validates the form for a new password. The confirmation of the password is checked, too. */
export function checkReset(token: string, values: Values): Checked<BodyOf<typeof resetPassword>> {
  const { newPassword, confirmPassword } = values
  const checked = check(resetPassword.body, { token, newPassword })
  if (newPassword === confirmPassword) return checked
  const fields = checked.ok ? {} : checked.fields
  return { ok: false, fields: { ...fields, confirmPassword: PASSWORDS_DIFFER } }
}

/** Sets a new password with the token that the link in an email contains. */
export const resetRules = (token: string): FormRules => ({
  errorsIn: (values) => errorsOf(checkReset(token, values)),
  submit: (values) =>
    sendChecked(
      checkReset(token, values),
      async (body) => {
        await call(resetPassword, { body })
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, serverTextOr(failure, RESET_FAILED, RESET_CALL_FAILED)),
    ),
})

const checkEmailChange = ({ email }: Values) => check(changeEmail.body, { email })

/** Changes the email address. If the address equals `current`, nothing is sent. See docs/product.md §3.7. */
export const emailRules = (current: string): FormRules => ({
  errorsIn: (values) => errorsOf(checkEmailChange(values)),
  submit: (values) =>
    sendChecked(
      checkEmailChange(values),
      async (body) => {
        if (body.email === current) return { kind: 'done', isUnchanged: true }
        const { user } = await call(changeEmail, { body })
        updateUser(user)
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, serverTextOr(failure, EMAIL_CHANGE_FAILED, EMAIL_CALL_FAILED)),
    ),
})
