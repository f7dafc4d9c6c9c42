import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { recall } from '#client/remembered.ts'
import { whenIdle } from '#ui/idle.ts'
import { goTo } from './address.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const Unverified = lazy(async () => ({ default: (await import('./Unverified.tsx')).Unverified }))
const RedesignNotice = lazy(async () => ({ default: (await import('./RedesignNotice.tsx')).RedesignNotice }))

/** Whether the notice about the new design is due. Never at first: it is no part of the prepared document. */
function useRedesignDue(): boolean {
  const [due, setDue] = useState(false)
  useEffect(
    () =>
      recall('redesignSeen') === undefined ? whenIdle(() => startTransition(() => setDue(true))) : undefined,
    [],
  )
  return due
}

interface AuthOverlayProps {
  mode: 'login' | 'register'
}

/** What everyone sees who is not logged in. Spec §2. */
export function AuthOverlay({ mode }: AuthOverlayProps) {
  const [unverified, setUnverified] = useState<string>()
  const isRedesignDue = useRedesignDue()
  if (unverified !== undefined) {
    return (
      <AuthFrame>
        <Suspense>
          <Unverified email={unverified} onBack={() => setUnverified(undefined)} />
        </Suspense>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      aside={
        mode === 'login' && isRedesignDue ? (
          <Suspense>
            <RedesignNotice />
          </Suspense>
        ) : undefined
      }
    >
      {mode === 'login' ? (
        <LoginForm onUnverified={(email) => startTransition(() => setUnverified(email))} />
      ) : (
        <RegisterForm onRegistered={() => goTo('/verify-email', { replace: true })} />
      )}
    </AuthFrame>
  )
}
