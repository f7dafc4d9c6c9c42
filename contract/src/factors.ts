import * as z from 'zod/mini'
import { Session } from './auth.ts'
import { emailUnverified, notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'
import { PasswordInput } from './users.ts'

/** Maximum number of characters in the name of a passkey. */
export const PASSKEY_NAME_MAX_LENGTH = 60
/** Maximum number of passkeys of one account. */
export const PASSKEYS_MAX = 20
/** Number of recovery codes that are made at once. */
export const RECOVERY_CODES = 10
/** Number of days for which a device is trusted, so that a login on it needs no second factor. */
export const TRUSTED_DAYS = 30

export const wrongCode = refusal(
  403,
  'WRONG_CODE',
  'Dieser Code stimmt nicht. Prüfe, ob die Uhr deines Telefons richtig geht.',
)
export const wrongRecoveryCode = refusal(
  403,
  'WRONG_RECOVERY_CODE',
  'Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.',
)
export const loginTookTooLong = refusal(
  403,
  'LOGIN_TOOK_TOO_LONG',
  'Die Anmeldung hat zu lange gedauert. Melde dich noch einmal an.',
)
export const passkeyFailed = refusal(
  403,
  'PASSKEY_FAILED',
  'Der Passkey konnte nicht bestätigt werden. Versuche es noch einmal.',
)
/** `{removed}` is a sentence with the date of the removal, or empty. */
export const passkeyUnknown = refusal(
  403,
  'PASSKEY_UNKNOWN',
  'Diesen Passkey kennt das Archiv nicht mehr.{removed}',
)
export const passkeyExists = refusal(409, 'PASSKEY_EXISTS', 'Für dieses Gerät ist schon ein Passkey da.')
export const tooManyPasskeys = refusal(
  409,
  'TOO_MANY_PASSKEYS',
  `Mehr als ${PASSKEYS_MAX} Passkeys gehen nicht. Entferne zuerst einen.`,
)
/** The refusal to remove the last second factor of an admin when the operator requires one. */
export const factorRequired = refusal(
  409,
  'FACTOR_REQUIRED',
  'Der Betreiber verlangt von Admins einen zweiten Faktor. Richte zuerst einen anderen ein.',
)
export const noAuthenticator = refusal(409, 'NO_AUTHENTICATOR', 'Richte zuerst eine Authenticator-App ein.')
/** `{n}` is the number of attempts that are left, with its noun. */
export const wrongConfirmation = refusal(403, 'WRONG_CONFIRMATION', 'Falsches Passwort. Noch {n}.')

const Token = z.string().check(z.minLength(1), z.maxLength(200))
/** A code from an authenticator app. Blanks in it are ignored. */
const Code = z.string('Gib die sechs Ziffern ein').check(
  z.maxLength(20, 'Gib die sechs Ziffern ein'),
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Gib die sechs Ziffern ein'),
)
const RecoveryCode = z.string().check(z.minLength(1), z.maxLength(40))

const Base64Url = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]*$/))
const MadeBy = z.optional(z.nullable(z.string().check(z.maxLength(40))))
const Extensions = z._default(z.record(z.string().check(z.maxLength(64)), z.unknown()), {})

/** `PublicKeyCredential.toJSON()` of a new passkey. */
export const NewPasskeyJson = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: MadeBy,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  clientExtensionResults: Extensions,
})
export type NewPasskeyJson = z.infer<typeof NewPasskeyJson>

/** `PublicKeyCredential.toJSON()` of a passkey that was used. */
export const UsedPasskeyJson = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: MadeBy,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(z.nullable(Base64Url)),
  }),
  clientExtensionResults: Extensions,
})
export type UsedPasskeyJson = z.infer<typeof UsedPasskeyJson>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.string(),
  /** The accepted passkeys. Empty at a login, where any passkey of this site is accepted. */
  allowCredentials: z.array(Descriptor),
})

/** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.string(),
})

/** A challenge for the browser. `attempt` is sent back with the result and is valid once. */
const Request = z.object({ attempt: z.string(), options: RequestOptions })
export type Request = z.infer<typeof Request>
const Creation = z.object({ attempt: z.string(), options: CreationOptions })
export type Creation = z.infer<typeof Creation>

/** The kinds of a second factor with which a login continues after the password. */
export const FACTOR_METHODS = ['code', 'recovery', 'passkey'] as const
export const FactorMethod = z.enum(FACTOR_METHODS)
export type FactorMethod = z.infer<typeof FactorMethod>

export const readSecondFactor = route({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'public',
  summary: 'What a login that has passed the password still needs.',
  body: z.object({ halfSession: Token }),
  answer: z.object({ username: z.string(), methods: z.array(FactorMethod) }),
  refusals: [loginTookTooLong],
})

export const loginWithCode = route({
  method: 'POST',
  path: '/api/auth/second-factor/code',
  access: 'public',
  summary: 'Ends a login with the code of an authenticator app.',
  body: z.object({ halfSession: Token, code: Code, trustDevice: z._default(z.boolean(), false) }),
  answer: Session,
  refusals: [wrongCode, loginTookTooLong],
})

export const loginWithRecoveryCode = route({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-code',
  access: 'public',
  summary: 'Ends a login with a recovery code, which is then used up.',
  body: z.object({ halfSession: Token, code: RecoveryCode }),
  answer: z.extend(Session, { recoveryCodesLeft: z.number() }),
  refusals: [wrongRecoveryCode, loginTookTooLong],
})

export const startPasskeyLogin = route({
  method: 'POST',
  path: '/api/auth/passkey/challenge',
  access: 'public',
  summary: 'A challenge for a login without a name; any passkey of the archive can answer it.',
  answer: Request,
})

export const loginWithPasskey = route({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  summary: 'Starts a session with a passkey, without password and code.',
  body: z.object({
    attempt: Token,
    response: UsedPasskeyJson,
    rememberMe: z._default(z.boolean(), false),
  }),
  answer: Session,
  refusals: [passkeyFailed, passkeyUnknown, emailUnverified],
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Where the passkey is stored: a computer, a phone, or a security key. */
  kind: z.enum(['computer', 'phone', 'key']),
  /** Whether its provider copies it to other devices. */
  isSynced: z.boolean(),
  /** Whether it was made or last used with this session. */
  isCurrent: z.boolean(),
  createdAt: IsoTimestamp,
  lastUsedAt: z.nullable(IsoTimestamp),
})
export type Passkey = z.infer<typeof Passkey>

/** A device that is not asked for a code after the password. */
export const TrustedDevice = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['mobile', 'tablet', 'desktop']),
  until: IsoTimestamp,
  /** The session in which it was last used; null when that has ended. */
  sessionId: z.nullable(Id),
})
export type TrustedDevice = z.infer<typeof TrustedDevice>

export const Factors = z.object({
  passkeys: z.array(Passkey),
  /** When the authenticator app was set up; null when there is none. */
  authenticatorSince: z.nullable(IsoTimestamp),
  recoveryCodesLeft: z.number(),
  trustedDevices: z.array(TrustedDevice),
  /** Whether the operator requires a second factor of this account. */
  isRequired: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

export const readFactors = route({
  method: 'GET',
  path: '/api/user/factors',
  access: 'auth',
  summary: 'The caller’s passkeys, authenticator app, recovery codes left, and trusted devices.',
  answer: Factors,
})

export const startPasskey = route({
  method: 'POST',
  path: '/api/user/passkeys/challenge',
  access: 'verified',
  confirmation: 'explicit',
  summary: 'A challenge for making a passkey.',
  answer: Creation,
  refusals: [tooManyPasskeys],
})

export const addPasskey = route({
  method: 'POST',
  path: '/api/user/passkeys',
  access: 'verified',
  confirmation: 'explicit',
  summary: 'Stores a passkey that the browser has made.',
  body: z.object({ attempt: Token, response: NewPasskeyJson }),
  bodyLimitBytes: 64 * 1024,
  status: 201,
  answer: z.object({ passkey: Passkey }),
  refusals: [passkeyFailed, passkeyExists, tooManyPasskeys],
})

export const renamePasskey = route({
  method: 'PUT',
  path: '/api/user/passkeys/:id',
  access: 'auth',
  summary: 'Names one of the caller’s passkeys.',
  params: z.object({ id: Id }),
  body: z.object({
    name: plainText({
      min: 1,
      max: PASSKEY_NAME_MAX_LENGTH,
      tooShort: 'Gib dem Passkey einen Namen',
      tooLong: `Der Name darf höchstens ${PASSKEY_NAME_MAX_LENGTH} Zeichen lang sein`,
    }),
  }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  access: 'auth',
  confirmation: 'explicit',
  summary: 'Removes one of the caller’s passkeys.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound, factorRequired],
})

export const startAuthenticator = route({
  method: 'POST',
  path: '/api/user/authenticator',
  access: 'verified',
  confirmation: 'explicit',
  summary: 'A secret for an authenticator app. It counts once a code of it was sent.',
  /** `address` has the scheme `otpauth:`. */
  answer: z.object({ secret: z.string(), address: z.string() }),
})

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const confirmAuthenticator = route({
  method: 'POST',
  path: '/api/user/authenticator/code',
  access: 'verified',
  confirmation: 'explicit',
  summary: 'Switches the authenticator app on, and makes new recovery codes; no later answer contains them.',
  body: z.object({ code: Code }),
  answer: RecoveryCodes,
  refusals: [wrongCode, noAuthenticator],
})

export const removeAuthenticator = route({
  method: 'DELETE',
  path: '/api/user/authenticator',
  access: 'auth',
  confirmation: 'explicit',
  summary: 'Switches the authenticator app off, with its recovery codes and trusted devices.',
  answer: z.object({ success: z.boolean() }),
  refusals: [noAuthenticator, factorRequired],
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/user/recovery-codes',
  access: 'auth',
  confirmation: 'explicit',
  summary: 'Replaces the recovery codes; no later answer contains the new ones.',
  answer: RecoveryCodes,
  refusals: [noAuthenticator],
})

export const distrustDevice = route({
  method: 'DELETE',
  path: '/api/user/trusted-devices/:id',
  access: 'auth',
  summary: 'Asks one of the caller’s trusted devices for a code again.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const startConfirmation = route({
  method: 'POST',
  path: '/api/user/confirmation/challenge',
  access: 'auth',
  summary: 'A challenge for confirming with one of the caller’s passkeys.',
  answer: Request,
})

export const confirm = route({
  method: 'POST',
  path: '/api/user/confirmation',
  access: 'auth',
  summary: 'Confirms for ten minutes in this session that the caller owns the account.',
  body: z.union([
    z.object({ password: PasswordInput }),
    z.object({ code: Code }),
    z.object({ recoveryCode: RecoveryCode }),
    z.object({ attempt: Token, response: UsedPasskeyJson }),
  ]),
  answer: z.object({ confirmedUntil: IsoTimestamp }),
  refusals: [wrongConfirmation, wrongCode, wrongRecoveryCode, passkeyFailed, passkeyUnknown],
})
