import { type Creation, NewPasskeyJson, type Request, UsedPasskeyJson } from '@tonarchiv/contract/factors'
import { arePasskeysSupported } from './passkey-support.ts'

/** Whether the browser can offer passkeys below the field for the address. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!arePasskeysSupported()) return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

interface UseOptions {
  /** Whether the browser offers passkeys in the autofill of a field, instead of opening its dialog immediately. */
  isOffered?: boolean
  signal?: AbortSignal
}

/**
 * Lets the member choose a passkey, and returns its answer to a challenge.
 * @throws DOMException when the member cancels, or when it takes too long
 */
export async function readPasskey(
  options: Request['options'],
  { isOffered = false, signal }: UseOptions = {},
): Promise<UsedPasskeyJson> {
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    ...(isOffered && { mediation: 'conditional' }),
    ...(signal && { signal }),
  })
  return UsedPasskeyJson.parse(jsonOf(credential))
}

/**
 * Lets the browser make a passkey.
 * @throws DOMException `InvalidStateError` when this device has one already, others when the member cancels
 */
export async function makePasskey(options: Creation['options']): Promise<NewPasskeyJson> {
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  })
  return NewPasskeyJson.parse(jsonOf(credential))
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}
