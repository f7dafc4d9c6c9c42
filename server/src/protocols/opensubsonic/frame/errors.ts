import { qualityUnavailable } from '@tonarchiv/contract/qualities'
import {
  keyRequired,
  notFound,
  rateLimited,
  type Refusal,
  refusal,
  unauthenticated,
} from '@tonarchiv/contract/refusal'
import { playlistIsSmart } from '@tonarchiv/contract/playlists'
import type { Refused } from '#platform/refused.ts'

/** The error codes of the protocol. https://opensubsonic.netlify.app/docs/responses/error/ */
export type ErrorCode = 0 | 10 | 20 | 30 | 40 | 41 | 42 | 43 | 44 | 50 | 60 | 70

export interface ErrorAnswer {
  code: ErrorCode
  message: string
  /** The URL of a page of the web app that helps to solve the problem. */
  helpUrl: string
}

export const parameterMissing = refusal(400, 'PARAMETER_MISSING', 'Der Parameter „{name}“ fehlt')
export const unknownFormat = refusal(400, 'UNKNOWN_FORMAT', 'Dieses Format gibt es nicht')
export const badCallback = refusal(400, 'BAD_CALLBACK', 'Der Name in „callback“ ist nicht erlaubt')
export const unknownFunction = refusal(400, 'UNKNOWN_FUNCTION', 'Diese Funktion gibt es hier nicht')
export const clientTooOld = refusal(400, 'CLIENT_TOO_OLD', 'Diese App ist zu alt für das Archiv')
export const clientTooNew = refusal(400, 'CLIENT_TOO_NEW', 'Diese App ist zu neu für das Archiv')
export const wrongPassword = refusal(
  401,
  'WRONG_APP_PASSWORD',
  'Name oder App-Passwort ist falsch. App-Passwörter erstellst du in den Einstellungen unter „Apps“.',
)
export const wrongMechanism = refusal(401, 'WRONG_MECHANISM', 'Diese Art der Anmeldung gibt es hier nicht')
export const unencrypted = refusal(
  401,
  'UNENCRYPTED_PASSWORD',
  'Ein Passwort wird nur verschlüsselt angenommen. Nimm die Serveradresse mit https://',
)
export const conflictingCredentials = refusal(
  401,
  'CONFLICTING_CREDENTIALS',
  'Ein API-Schlüssel wird ohne Namen und Passwort gesendet',
)
export const unknownKey = refusal(401, 'UNKNOWN_API_KEY', 'Diesen API-Schlüssel gibt es nicht')
export const offsetBehindEnd = refusal(400, 'OFFSET_BEHIND_END', 'So lang ist dieser Titel nicht')
/** The refusal of a function that only the web app offers. */
export const notForApps = refusal(403, 'NOT_FOR_APPS', 'Das geht nur in der Weboberfläche des Archivs')
/** The refusal of data that the archive does not store: ratings, and stars of albums and artists. */
export const notKept = refusal(
  400,
  'NOT_KEPT',
  'Lieblingssongs sind Titel; Bewertungen und Sterne für Alben oder Künstler gibt es hier nicht',
)

const CODES: Readonly<Record<string, ErrorCode>> = {
  [parameterMissing.code]: 10,
  [unauthenticated.code]: 10,
  [clientTooOld.code]: 20,
  [clientTooNew.code]: 30,
  [wrongPassword.code]: 40,
  [wrongMechanism.code]: 42,
  [unencrypted.code]: 42,
  [conflictingCredentials.code]: 43,
  [unknownKey.code]: 44,
  [keyRequired.code]: 50,
  [playlistIsSmart.code]: 50,
  [notFound.code]: 70,
  [rateLimited.code]: 0,
  [qualityUnavailable.code]: 0,
}

/** The error of the protocol for a refusal. */
export function errorOf({ refusal: { code, status }, message }: Refused, helpUrl: string): ErrorAnswer {
  return { code: CODES[code] ?? codeOfStatus(status), message, helpUrl }
}

function codeOfStatus(status: Refusal['status']): ErrorCode {
  if (status === 404) return 70
  if (status === 403) return 50
  return 0
}
