import { verifyEmail } from '@tonarchiv/contract/auth'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { useEffect, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { setStored } from '#client/browser-storage.ts'
import { VERIFY_FAILED } from '../wording.ts'

export type Verification =
  | { state: 'verifying' }
  /** No token in the address: the account was just made, the letter is on its way. */
  | { state: 'pending' }
  /** Carries the new session, unless the link had been used before. */
  | { state: 'success'; answer: ResponseOf<typeof verifyEmail> }
  | { state: 'error'; text: string }

/** One redemption per token, however often the page is drawn: a link works once. */
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

/** Redeems the token of the address, keeps the session’s token that comes back, and says how far that is. */
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
