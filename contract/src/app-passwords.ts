import * as z from 'zod/mini'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'

/** Maximum number of characters in the name of an app password. */
export const APP_PASSWORD_NAME_MAX_LENGTH = 40
/** Maximum number of app passwords of one account. */
export const APP_PASSWORDS_MAX = 20

/** An app password, with which another program uses the account. Lists do not contain the password itself. */
export const AppPassword = z.object({
  id: Id,
  /** The name that the account has given to the app password, such as that of a device. */
  name: z.string(),
  createdAt: IsoTimestamp,
  /** The time of the last use, accurate to about five minutes; null when it was never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
  /** The name that the program has last reported for itself. */
  app: z.nullable(z.string()),
  /** Whether the server is sending a stream that was requested with this app password. */
  isPlaying: z.boolean(),
})
export type AppPassword = z.infer<typeof AppPassword>

export const AppPasswordName = plainText({
  min: 1,
  max: APP_PASSWORD_NAME_MAX_LENGTH,
  tooShort: 'Gib dem Passwort einen Namen',
  tooLong: `Der Name darf höchstens ${APP_PASSWORD_NAME_MAX_LENGTH} Zeichen lang sein`,
})

export const tooManyAppPasswords = refusal(
  409,
  'TOO_MANY_APP_PASSWORDS',
  `Mehr als ${APP_PASSWORDS_MAX} App-Passwörter gehen nicht. Widerrufe zuerst eines.`,
)

export const listAppPasswords = route({
  method: 'GET',
  path: '/api/app-passwords',
  access: 'auth',
  summary: 'The caller’s app passwords, newest first, and the address that other programs need.',
  answer: z.object({ appPasswords: z.array(AppPassword), serverAddress: z.string() }),
})

export const createAppPassword = route({
  method: 'POST',
  path: '/api/app-passwords',
  access: 'verified',
  confirmation: 'login',
  summary: 'Makes a password for another program; no later answer contains it.',
  body: z.object({ name: AppPasswordName }),
  status: 201,
  answer: z.object({ appPassword: AppPassword, password: z.string() }),
  refusals: [tooManyAppPasswords],
})

export const revokeAppPassword = route({
  method: 'DELETE',
  path: '/api/app-passwords/:id',
  access: 'auth',
  summary: 'Revokes one of the caller’s app passwords; what it streams ends.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})
