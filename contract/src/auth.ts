import * as z from 'zod/mini'
import { emailUnverified, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Moment } from './text.ts'
import { Email, GivenPassword, NewPassword, User, Username, usernameTaken } from './users.ts'

/** Seconds until a verification link may be sent again. Spec §9. */
export const RESEND_COOLDOWN_SECONDS = 60

/** A token out of a link; its length is bounded, its shape is the server's own business. */
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
      /** Checked when given; the form checks it too. */
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
    /** Only after set-up. */
    token: z.optional(z.string()),
    user: z.optional(User),
  }),
  refusals: [usernameTaken, passwordTooCommon, invalidSetupLink],
})

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Starts a session on this device.',
  body: z.object({ email: Email, password: GivenPassword, rememberMe: z._default(z.boolean(), false) }),
  answer: Session,
  refusals: [wrongCredentials, emailUnverified],
})

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'auth',
  summary: 'Ends the caller’s session.',
  answer: z.object({ success: z.boolean() }),
})

export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Redeems the link of a verification letter.',
  body: z.object({ token: LinkToken }),
  answer: z.object({
    success: z.boolean(),
    /** Missing when the same, now verified account used the link before. */
    token: z.optional(z.string()),
    user: z.optional(User),
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
  answer: z.object({ ticket: z.string(), expiresAt: Moment }),
})
