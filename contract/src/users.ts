import * as z from 'zod/mini'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, lengthOf, Moment, plainText } from './text.ts'

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 16
export const DISPLAY_NAME_MAX_LENGTH = 50
export const BIO_MAX_LENGTH = 500
export const CUSTOM_STATUS_MAX_LENGTH = 80
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 256

/** The account as its owner (and an admin) sees it. Spec §3. */
export const User = z.object({
  id: Id,
  /** Always equal to `id`. */
  uid: Id,
  email: z.string(),
  username: z.string(),
  /** Falls back to the username. */
  displayName: z.string(),
  bio: z.string(),
  avatarUrl: z.nullable(z.string()),
  customStatus: z.string(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  keyVerified: z.boolean(),
  createdAt: Moment,
  /** When the username may be changed again; null when it may be changed now. */
  usernameChangeableAt: z.nullable(Moment),
})
export type User = z.infer<typeof User>

/** Lower-cased; letters, digits, `_` and `-`. Spec §5. */
export const Username = z.string('Benutzername ist erforderlich').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, { error: 'Benutzername ist erforderlich', abort: true }),
  z.minLength(USERNAME_MIN_LENGTH, {
    error: 'Username muss zwischen 3 und 16 Zeichen lang sein',
    abort: true,
  }),
  z.maxLength(USERNAME_MAX_LENGTH, {
    error: 'Username muss zwischen 3 und 16 Zeichen lang sein',
    abort: true,
  }),
  z.regex(/^[a-z0-9_-]+$/, 'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten'),
)

/** Lower-cased address, 3 to 254 characters. */
export const Email = z
  .string('Bitte gib deine E-Mail-Adresse ein')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Bitte gib deine E-Mail-Adresse ein', abort: true }),
    z.maxLength(254, { error: 'Diese E-Mail-Adresse ist zu lang', abort: true }),
    z.regex(
      /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+\.[^\s@.<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u,
      'Bitte gib eine gültige E-Mail-Adresse ein',
    ),
  )

const encoder = new TextEncoder()

/** A password that is being chosen: taken byte for byte, 6 to 256 characters, at most 512 bytes. */
export const NewPassword = z.string('Passwort muss mindestens 6 Zeichen lang sein').check(
  z.refine((text) => text.length >= PASSWORD_MIN_LENGTH && lengthOf(text) >= PASSWORD_MIN_LENGTH, {
    error: 'Passwort muss mindestens 6 Zeichen lang sein',
    abort: true,
  }),
  z.refine(
    (text) =>
      text.length <= 2 * PASSWORD_MAX_LENGTH &&
      lengthOf(text) <= PASSWORD_MAX_LENGTH &&
      encoder.encode(text).length <= 512,
    'Passwort darf höchstens 256 Zeichen lang sein',
  ),
)

/** A password that is being checked: anything short enough to be one. */
export const GivenPassword = z
  .string('Bitte gib dein Passwort ein')
  .check(
    z.minLength(1, 'Bitte gib dein Passwort ein'),
    z.maxLength(512, 'Passwort darf höchstens 256 Zeichen lang sein'),
  )

export const DisplayName = plainText({ min: 1, max: DISPLAY_NAME_MAX_LENGTH })
export const Bio = plainText({ max: BIO_MAX_LENGTH, paragraphs: true })

export const getProfile = route({
  method: 'GET',
  path: '/api/user/profile',
  access: 'auth',
  summary: 'The caller’s own account, read fresh.',
  answer: z.object({ user: User }),
})

export const usernameTaken = refusal(409, 'USERNAME_TAKEN', 'Dieser Benutzername ist bereits vergeben')
