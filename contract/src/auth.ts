import * as z from 'zod/mini'
import { confirmationRequired, emailUnverified, notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'
import { Email, emailUnusable, PasswordInput, NewPassword, User, Username, usernameTaken } from './users.ts'

/** Seconds until a verification link may be sent again. See docs/product.md §3.3. */
export const RESEND_COOLDOWN_SECONDS = 60

/** A token from a link in an email. Only its length is checked here. The server checks its value. */
const LinkToken = z
  .string('Ungültiger Link')
  .check(z.minLength(1, 'Ungültiger Link'), z.maxLength(200, 'Ungültiger Link'))

/** A session: the token for the `Authorization` header and the account it belongs to. */
export const Session = z.object({ token: z.string(), user: User })

export const passwordTooCommon = refusal(
  400,
  'PASSWORD_TOO_COMMON',
  'Dieses Passwort ist zu leicht zu erraten',
)
export const invalidSetupLink = refusal(
  400,
  'SETUP_LINK_INVALID',
  'Dieser Einrichtungslink ist ungültig oder wurde bereits benutzt',
)
export const wrongCredentials = refusal(401, 'WRONG_CREDENTIALS', 'E-Mail oder Passwort ist falsch')
export const invalidVerifyLink = refusal(400, 'VERIFY_LINK_INVALID', 'E-Mail-Verifizierung fehlgeschlagen')

/** The password is right, and the login goes on with `halfSession` of the response. */
export const secondFactorRequired = refusal(
  403,
  'SECOND_FACTOR_REQUIRED',
  'Gib noch den Code aus deiner Authenticator-App ein',
)

export const register = route({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Makes an account. With a set-up token the first admin, verified at once and logged in.',
  body: z
    .object({
      email: Email,
      username: Username,
      password: NewPassword,
      /** The repeated password. If it is sent, it must equal the password. The form compares both, too. */
      confirmPassword: z.optional(z.string()),
      setup: z.optional(LinkToken),
    })
    .check(
      z.refine(
        ({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password,
        {
          error: 'Passwörter stimmen nicht überein',
          path: ['confirmPassword'],
        },
      ),
    ),
  status: 201,
  answer: z.object({
    success: z.boolean(),
    email: z.string(),
    message: z.string(),
    /** Present only when the call has set up the first admin. */
    token: z.optional(z.string()),
    user: z.optional(User),
  }),
  refusals: [usernameTaken, emailUnusable, passwordTooCommon, invalidSetupLink],
})

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Starts a session on this device.',
  body: z.object({ email: Email, password: PasswordInput, rememberMe: z._default(z.boolean(), false) }),
  answer: Session,
  refusals: [wrongCredentials, emailUnverified, secondFactorRequired],
})

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'auth',
  summary: 'Ends the caller’s session.',
  answer: z.object({ success: z.boolean() }),
})

/**
 * The display name of the account that is logged in, when a link belongs to another account. That account stays logged
 * in.
 */
const LoggedInAs = z.optional(z.string())

export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Redeems the link of a verification letter.',
  body: z.object({ token: LinkToken }),
  answer: z.object({
    success: z.boolean(),
    /** Missing when the same account has already used the link, or when another account is logged in. */
    token: z.optional(z.string()),
    user: z.optional(User),
    loggedInAs: LoggedInAs,
  }),
  refusals: [invalidVerifyLink],
})

export const verifyEmailByLink = route({
  method: 'GET',
  path: '/verify-email-token',
  access: 'public',
  summary: 'The same as a GET; without format=json it only leads to the page.',
  query: z.object({ token: LinkToken, format: z.optional(z.literal('json')) }),
  answer: z.object({
    success: z.boolean(),
    authToken: z.optional(z.string()),
    user: z.optional(User),
    loggedInAs: LoggedInAs,
  }),
  refusals: [invalidVerifyLink],
})

export const resendVerification = route({
  method: 'POST',
  path: '/api/resend-verification',
  access: 'public',
  summary: 'Sends a new verification link; the answer is the same for every address.',
  body: z.object({ email: Email }),
  answer: z.object({ success: z.boolean(), message: z.string() }),
})

export const getMediaTicket = route({
  method: 'GET',
  path: '/api/auth/media-ticket',
  access: 'auth',
  summary: 'A signed ticket for media GETs, bound to the caller’s session.',
  answer: z.object({ ticket: z.string(), expiresAt: IsoTimestamp }),
})

export const invalidResetLink = refusal(400, 'RESET_LINK_INVALID', 'Ungültiger Reset-Link')
export const invalidRestoreLink = refusal(
  400,
  'RESTORE_LINK_INVALID',
  'Dieser Link ist ungültig oder abgelaufen',
)
export const wrongCurrentPassword = refusal(403, 'WRONG_PASSWORD', 'Aktuelles Passwort ist falsch')

const resetRequest = {
  method: 'POST',
  access: 'public',
  body: z.object({ email: Email }),
  answer: z.object({ success: z.boolean(), message: z.string() }),
} as const

export const forgotPassword = route({
  ...resetRequest,
  path: '/api/auth/forgot-password',
  summary: 'Sends a link to set a new password; the answer is the same for every address.',
})

export const requestReset = route({
  ...resetRequest,
  path: '/api/request-reset',
  summary: 'The same by its other name.',
})

export const verifyResetToken = route({
  method: 'GET',
  path: '/api/verify-reset-token/:token',
  access: 'public',
  summary: 'Whose password the link may set; does not use it up.',
  params: z.object({ token: LinkToken }),
  answer: z.object({ email: z.string() }),
  refusals: [invalidResetLink],
})

const reset = {
  method: 'POST',
  access: 'public',
  body: z.object({
    token: LinkToken,
    newPassword: NewPassword,
    /** The address of the account. If it is sent, it must be the account's address. */
    email: z.optional(Email),
  }),
  answer: z.object({ success: z.boolean(), message: z.string() }),
  refusals: [invalidResetLink, passwordTooCommon],
} as const

export const resetPassword = route({
  ...reset,
  path: '/api/auth/reset-password',
  summary: 'Sets a new password with the link of a letter and ends all sessions.',
})

export const resetPasswordWithEmail = route({
  ...reset,
  path: '/api/reset-password',
  summary: 'The same by its other name.',
})

export const restoreEmail = route({
  method: 'POST',
  path: '/api/auth/restore-email',
  access: 'public',
  summary: 'Puts a changed e-mail address back with the link that its old owner got, and ends all sessions.',
  body: z.object({ token: LinkToken }),
  answer: z.object({ success: z.boolean(), email: z.string() }),
  refusals: [invalidRestoreLink],
})

/** If it is missing, the caller must have confirmed in this session that they own the account; see `confirm`. */
const CurrentPassword = z.optional(
  z
    .string('Bitte gib dein aktuelles Passwort ein')
    .check(
      z.minLength(1, 'Bitte gib dein aktuelles Passwort ein'),
      z.maxLength(512, 'Passwort darf höchstens 256 Zeichen lang sein'),
    ),
)

export const changeEmail = route({
  method: 'PUT',
  path: '/api/user/email',
  access: 'auth',
  summary: 'Takes another e-mail address, which has to be verified anew.',
  body: z.object({
    email: Email,
    currentPassword: CurrentPassword,
  }),
  answer: z.object({ success: z.boolean(), user: User, message: z.string() }),
  refusals: [wrongCurrentPassword, confirmationRequired, emailUnusable],
})

export const changePassword = route({
  method: 'PUT',
  path: '/api/user/password',
  access: 'verified',
  summary: 'Sets another password and ends all other sessions.',
  body: z.object({ currentPassword: z.optional(PasswordInput), newPassword: NewPassword }),
  answer: z.object({ success: z.boolean() }),
  refusals: [wrongCurrentPassword, confirmationRequired, passwordTooCommon],
})

/** A session as its owner sees it. See docs/product.md §5.3. */
export const Device = z.object({
  id: Id,
  /** The name that its owner has given it, otherwise the name of its browser. */
  name: z.string(),
  /** The name of the browser, such as "Firefox auf Linux". */
  browser: z.string(),
  type: z.enum(['mobile', 'tablet', 'desktop']),
  /** The time of the last use, rounded to the minute. */
  lastUsed: IsoTimestamp,
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const listDevices = route({
  method: 'GET',
  path: '/api/user/devices',
  access: 'auth',
  summary: 'The caller’s sessions, this one first, then by last use.',
  answer: z.object({ devices: z.array(Device) }),
})

/** Maximum number of characters in the name of a device. */
export const DEVICE_NAME_MAX_LENGTH = 40

export const renameDevice = route({
  method: 'PUT',
  path: '/api/user/devices/:id',
  access: 'auth',
  summary: 'Names one of the caller’s sessions; an empty name is that of its browser.',
  params: z.object({ id: Id }),
  body: z.object({
    name: plainText({
      max: DEVICE_NAME_MAX_LENGTH,
      tooLong: `Der Name darf höchstens ${DEVICE_NAME_MAX_LENGTH} Zeichen lang sein`,
    }),
  }),
  /** The name that the device has now. */
  answer: z.object({ success: z.boolean(), name: z.string() }),
  refusals: [notFound],
})

export const endDevice = route({
  method: 'DELETE',
  path: '/api/user/devices/:id',
  access: 'auth',
  summary: 'Ends one of the caller’s sessions.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const logoutAll = route({
  method: 'POST',
  path: '/api/auth/logout-all',
  access: 'auth',
  summary: 'Ends all other sessions of the caller.',
  answer: z.object({ success: z.boolean(), ended: z.number() }),
})

export const lastAdmin = refusal(409, 'LAST_ADMIN', 'Der letzte Admin kann nicht entfernt werden')

export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/user/account',
  access: 'auth',
  summary: 'Removes the caller’s account and everything of it.',
  body: z.object({ password: z.optional(PasswordInput) }),
  answer: z.object({ success: z.boolean() }),
  refusals: [wrongCurrentPassword, confirmationRequired, lastAdmin],
})

export const exportAccount = route({
  method: 'GET',
  path: '/api/user/export',
  access: 'auth',
  summary: 'Everything kept about the caller, as a JSON download.',
  answer: z.record(z.string(), z.unknown()),
})

export const exportAccountFiles = route({
  method: 'GET',
  path: '/api/user/export/files',
  access: 'auth',
  summary: 'The same JSON with the caller’s own files, as a ZIP download.',
  answer: 'bytes',
})
