import { lazy, Suspense } from 'react'
import type { Refused } from '../session/refused.ts'

const WaitingProblem = lazy(async () => ({ default: (await import('./WaitingProblem.tsx')).WaitingProblem }))

/** The error text for a rejected call. After too many attempts it contains a countdown. */
export function ErrorText({ text, waitSeconds, onOver }: Refused) {
  if (waitSeconds === undefined) return text
  return (
    <Suspense fallback={text}>
      <WaitingProblem text={text} seconds={waitSeconds} onOver={onOver} />
    </Suspense>
  )
}
