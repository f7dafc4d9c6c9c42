import * as z from 'zod/mini'
import { diskFull, notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { uploadBroken } from './uploads.ts'
import { Id, lengthOf, IsoTimestamp, plainText } from './text.ts'

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 16
export const DISPLAY_NAME_MAX_LENGTH = 50
export const BIO_MAX_LENGTH = 500
export const CUSTOM_STATUS_MAX_LENGTH = 80
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 256

/** An account in the form that its owner and admins see. See docs/product.md §3.1. */
export const User = z.object({
  id: Id,
  /** Always equal to `id`. */
  uid: Id,
  email: z.string(),
  username: z.string(),
  /** The name that is shown; the username if there is no display name. */
  displayName: z.string(),
  bio: z.string(),
  avatarUrl: z.nullable(z.string()),
  customStatus: z.string(),
  /** "Zeige, was ich höre": whether other members see what the member listens to. */
  showListening: z.boolean(),
  /** "Freunde dürfen ohne Frage mithören": whether friends listen along with the member without a question. */
  letsFriendsListen: z.boolean(),
  /** "Lesebestätigungen": whether the member and others see how far each has read the messages of the other. */
  showReadMarks: z.boolean(),
  /** "Punkte zeigen": whether the member sees moments as dots on waveforms. */
  showMomentDots: z.boolean(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  keyVerified: z.boolean(),
  /** Present when keys open only a part of the archive, or only for some time; see own-access.ts. */
  hasLimitedAccess: z.optional(z.literal(true)),
  createdAt: IsoTimestamp,
  /** The time at which the username may be changed again; null when it may be changed now. */
  usernameChangeableAt: z.nullable(IsoTimestamp),
})
export type User = z.infer<typeof User>

/** Maximum number of UTF-16 code units of a username or an address, including surrounding blanks. */
const UNTRIMMED_MAX_LENGTH = 512

/** A username. It is converted to lower case and contains letters, digits, `_` and `-`. See docs/product.md §3.6. */
export const Username = z.string('Benutzername ist erforderlich').check(
  z.maxLength(UNTRIMMED_MAX_LENGTH, {
    error: 'Username muss zwischen 3 und 16 Zeichen lang sein',
    abort: true,
  }),
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

/** An email address of 3 to 254 characters. It is converted to lower case. */
export const Email = z
  .string('Bitte gib deine E-Mail-Adresse ein')
  .check(
    z.maxLength(UNTRIMMED_MAX_LENGTH, { error: 'Diese E-Mail-Adresse ist zu lang', abort: true }),
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

/** A new password of 6 to 256 characters and at most 512 bytes. It is used byte for byte, without normalisation. */
export const NewPassword = z.string('Passwort muss mindestens 6 Zeichen lang sein').check(
  z.maxLength(2 * PASSWORD_MAX_LENGTH, {
    error: 'Passwort darf höchstens 256 Zeichen lang sein',
    abort: true,
  }),
  z.refine((text) => lengthOf(text) >= PASSWORD_MIN_LENGTH, {
    error: 'Passwort muss mindestens 6 Zeichen lang sein',
    abort: true,
  }),
  z.refine(
    (text) => lengthOf(text) <= PASSWORD_MAX_LENGTH && encoder.encode(text).length <= 512,
    'Passwort darf höchstens 256 Zeichen lang sein',
  ),
)

/** A password that is entered to log in. Only its length is limited. */
export const PasswordInput = z
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
export const usernameLocked = refusal(
  409,
  'USERNAME_LOCKED',
  'Dein Benutzername kann nur einmal in 24 Stunden geändert werden',
)
/**
 * This refusal is rate-limited and sent only to callers with a session and the password, because it reveals that the
 * address is in use.
 */
export const emailUnusable = refusal(
  409,
  'EMAIL_UNUSABLE',
  'Diese E-Mail-Adresse kann nicht verwendet werden',
)
export const avatarNotAnImage = refusal(415, 'NOT_A_PICTURE', 'Bitte wähle ein gültiges Bildformat.')
export const avatarTooLarge = refusal(413, 'PICTURE_TOO_LARGE', 'Das Bild darf maximal 8MB groß sein.')

/**
 * Maximum size of an uploaded image in bytes, and longest side of the stored image in pixels. See docs/product.md
 * §16.3.
 */
export const AVATAR_MAX_BYTES = 8 * 1024 * 1024
export const AVATAR_MAX_SIDE = 400
export const AVATAR_JPEG_QUALITY = 0.92

/** The display name could be mistaken for that of another member, or for a name of the archive itself. */
export const displayNameTaken = refusal(
  409,
  'DISPLAY_NAME_TAKEN',
  'Dieser Anzeigename ist dem eines anderen Mitglieds zu ähnlich',
)

export const updateProfile = route({
  method: 'PUT',
  path: '/api/user/profile',
  access: 'verified',
  summary: 'Changes what is given of the profile: names and texts, or the picture as a data address.',
  body: z.object({
    displayName: z.optional(DisplayName),
    bio: z.optional(Bio),
    customStatus: z.optional(plainText({ max: CUSTOM_STATUS_MAX_LENGTH })),
    showListening: z.optional(z.boolean()),
    letsFriendsListen: z.optional(z.boolean()),
    showReadMarks: z.optional(z.boolean()),
    showMomentDots: z.optional(z.boolean()),
    /** `data:image/…;base64,…`; null removes the image. */
    avatarUrl: z.optional(z.nullable(z.string())),
  }),
  // The body contains the image in base64 and the other fields.
  bodyLimitBytes: 12 * 1024 * 1024,
  answer: z.object({ user: User }),
  refusals: [avatarNotAnImage, avatarTooLarge, displayNameTaken],
})

export const replaceAvatar = route({
  method: 'PUT',
  path: '/api/user/avatar',
  access: 'verified',
  summary: 'Takes another picture (jpeg, png, webp, gif; drawn anew) as a file.',
  multipart: { fields: z.object({}), files: ['avatar'] },
  answer: z.object({ user: User }),
  refusals: [avatarNotAnImage, avatarTooLarge, uploadBroken, diskFull],
})

export const changeUsername = route({
  method: 'PUT',
  path: '/api/user/username',
  access: 'verified',
  summary: 'Takes another username, at most once in 24 hours.',
  body: z.object({ username: Username }),
  answer: z.object({ user: User }),
  refusals: [usernameTaken, usernameLocked],
})

export const getAvatar = route({
  method: 'GET',
  path: '/api/avatar/:name',
  access: 'verified',
  media: true,
  summary: 'A member’s picture.',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: 'bytes',
  refusals: [notFound],
})
