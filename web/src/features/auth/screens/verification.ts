import { verifyEmail } from '@tonarchiv/contract/auth'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { useEffect, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { setStored } from '#client/browser-storage.ts'
import { VERIFY_FAILED } from '../form/wording.ts'

export type Verification =
  | { state: 'verifying' }
  /** The URL contains no token: the account was just created, and the email was sent. */
  | { state: 'pending' }
  /** The email address is verified. `answer` contains a new session, unless the link had already been used. */
  | { state: 'success'; answer: ResponseOf<typeof verifyEmail> }
  | { state: 'error'; text: string }

/**
 * The redemptions by token. Each token is redeemed once, because a link works only once, but the page may render
 * several times.
 */
const redemptions = new Map<string, Promise<Verification>>()

async function redeem(token: string): Promise<Verification> {
  try {
    const answer = await call(verifyEmail, { body: { token } })
    if (answer.token !== undefined) setStored('authToken', answer.token)
    return { state: 'success', answer }
  } catch (failure) {
    return { state: 'error', text: textOf(failure, VERIFY_FAILED) }
  }
}

/** Redeems the token in the URL, stores the session token that the server returns, and returns the state of that. */
export function useVerification(token: string | null): Verification {
  const [verification, setVerification] = useState<Verification>({
    state: token === null ? 'pending' : 'verifying',
  })
  useEffect(() => {
    if (token === null) return undefined
    let left = false
    const redemption = redemptions.get(token) ?? redeem(token)
    redemptions.set(token, redemption)
    void redemption.then((outcome) => {
      if (!left) setVerification(outcome)
    })
    return () => {
      left = true
    }
  }, [token])
  return verification
}
