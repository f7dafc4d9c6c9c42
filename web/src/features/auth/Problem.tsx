import CircleAlert from 'lucide-react/icons/circle-alert'
import { lazy, Suspense } from 'react'
import { NoticeBox } from '#ui/NoticeBox.tsx'
import type { Refused } from './use-form.ts'

const WaitingProblem = lazy(async () => ({ default: (await import('./WaitingProblem.tsx')).WaitingProblem }))

/** Why a form was refused, above it; nothing while it was not. */
export function Problem({ problem }: { problem: Refused | undefined }) {
  if (problem === undefined) return null
  const { text, waitSeconds, onOver } = problem
  return (
    <NoticeBox kind="danger" icon={<CircleAlert className="icon" aria-hidden />}>
      {waitSeconds === undefined ? (
        text
      ) : (
        <Suspense fallback={text}>
          <WaitingProblem text={text} seconds={waitSeconds} onOver={onOver} />
        </Suspense>
      )}
    </NoticeBox>
  )
}
