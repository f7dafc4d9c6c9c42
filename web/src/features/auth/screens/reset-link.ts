import { invalidResetLink, verifyResetToken } from '@tonarchiv/contract/auth'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { RESET_LINK_CHECK_FAILED, RESET_LINK_INVALID } from '../form/wording.ts'

export type ResetLink =
  | { state: 'checking' }
  | { state: 'valid'; email: string }
  | { state: 'invalid'; text: string }

/** The error text for a link that cannot be used. See docs/product.md §3.5. */
export function linkProblem(failure: unknown): string {
  const isWrong = failure instanceof ApiError && (failure.is(invalidResetLink) || failure.is(invalidInput))
  return isWrong ? RESET_LINK_INVALID : RESET_LINK_CHECK_FAILED
}

/** Reads for which account the link can set a password. The link stays valid. */
export function useResetLink(token: string): ResetLink {
  const [link, setLink] = useState<ResetLink>({ state: 'checking' })
  useEffect(() => {
    const left = new AbortController()
    call(verifyResetToken, { params: { token } }, { signal: left.signal }).then(
      ({ email }) => setLink({ state: 'valid', email }),
      (failure: unknown) => {
        if (!left.signal.aborted) setLink({ state: 'invalid', text: linkProblem(failure) })
      },
    )
    return () => left.abort()
  }, [token])
  return link
}
