import '#client/zod-config.ts'
import { changePassword } from '@tonarchiv/contract/auth'
import type { BodyOf } from '@tonarchiv/contract/route'
import { changeUsername, updateProfile, usernameLocked } from '@tonarchiv/contract/users'
import type { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { check, type Checked } from '#client/check.ts'
import {
  currentUser,
  errorsOf,
  problemOf,
  serverTextOr,
  sendChecked,
  updateUser,
  type FormRules,
  type Values,
} from '#features/auth/index.ts'
import { profileProblem } from '#features/presence/index.ts'
import { NEW_PASSWORDS_DIFFER, PASSWORD_FAILED, USERNAME_CALL_FAILED, USERNAME_FAILED } from './wording.ts'

const checkProfile = ({ displayName, bio, customStatus }: Values) =>
  check(updateProfile.body, { displayName, bio, customStatus })

export const profileRules: FormRules = {
  errorsIn: (values) => errorsOf(checkProfile(values)),
  submit: (values) =>
    sendChecked(
      checkProfile(values),
      async (body) => {
        const { user } = await call(updateProfile, { body })
        updateUser(user)
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, profileProblem(failure)),
    ),
}

/**
 * Validates the username, unless it is unchanged: existing usernames may be older than the present rules. See
 * docs/product.md §3.6.
 */
export function checkUsername(
  given: unknown,
  current: string | undefined,
): Checked<BodyOf<typeof changeUsername>> {
  return given === current && current !== undefined
    ? { ok: true, data: { username: current } }
    : check(changeUsername.body, { username: given })
}

/** Stores until when the username is locked, if the server rejects a change because another device has made one. */
function storeLock({ changeableAt }: ApiError): void {
  const user = currentUser()
  if (user && changeableAt !== undefined) updateUser({ ...user, usernameChangeableAt: changeableAt })
}

export const usernameRules: FormRules = {
  errorsIn: ({ username }) => errorsOf(checkUsername(username, currentUser()?.username)),
  submit: ({ username }) =>
    sendChecked(
      checkUsername(username, currentUser()?.username),
      async (body) => {
        if (body.username === currentUser()?.username) return { kind: 'done', isUnchanged: true }
        const { user } = await call(changeUsername, { body })
        updateUser(user)
        return { kind: 'done' }
      },
      (failure) => {
        if (failure.is(usernameLocked)) storeLock(failure)
        return problemOf(failure, serverTextOr(failure, USERNAME_FAILED, USERNAME_CALL_FAILED))
      },
    ),
}

/** Validates the form for a new password. The confirmation of the password is checked, too. */
export function checkPasswordChange(values: Values): Checked<BodyOf<typeof changePassword>> {
  const { newPassword, confirmPassword } = values
  const checked = check(changePassword.body, { newPassword })
  const differs = newPassword !== confirmPassword
  if (checked.ok && !differs) return checked
  const fields = checked.ok ? {} : { ...checked.fields }
  if (fields['newPassword'] !== undefined) fields['newPassword'] = `Neues ${fields['newPassword']}`
  if (differs) fields['confirmPassword'] = NEW_PASSWORDS_DIFFER
  return { ok: false, fields }
}

export const passwordRules: FormRules = {
  errorsIn: (values) => errorsOf(checkPasswordChange(values)),
  submit: (values) =>
    sendChecked(
      checkPasswordChange(values),
      async (body) => {
        await call(changePassword, { body })
        return { kind: 'done' }
      },
      (failure) => problemOf(failure, serverTextOr(failure, PASSWORD_FAILED)),
    ),
}
