import { lazy, startTransition, Suspense, useState } from 'react'
import { goTo } from './address.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RedesignNotice } from './RedesignNotice.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const Unverified = lazy(async () => ({ default: (await import('./Unverified.tsx')).Unverified }))

interface AuthOverlayProps {
  mode: 'login' | 'register'
  /** Somebody begins to fill in a form: time to fetch what comes after it. */
  onBegin: () => void
}

/** What everyone sees who is not logged in. Spec §2. */
export function AuthOverlay({ mode, onBegin }: AuthOverlayProps) {
  const [unverified, setUnverified] = useState<string>()
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
    <AuthFrame aside={mode === 'login' ? <RedesignNotice /> : undefined}>
      {mode === 'login' ? (
        <LoginForm onBegin={onBegin} onUnverified={(email) => startTransition(() => setUnverified(email))} />
      ) : (
        <RegisterForm onBegin={onBegin} onRegistered={() => goTo('/verify-email', { replace: true })} />
      )}
    </AuthFrame>
  )
}
