/**
 * Whether this browser supports passkeys, including the methods of the Web Authentication API for JSON. Without them,
 * no login with a passkey is offered.
 */
export function arePasskeysSupported(): boolean {
  return (
    'PublicKeyCredential' in globalThis &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    isSecureContext
  )
}
