import { lazy, startTransition, Suspense, useState } from 'react'
import { goTo } from './address.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RedesignNotice } from './RedesignNotice.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useSession } from './session.ts'

const Farewell = lazy(async () => ({ default: (await import('./Farewell.tsx')).Farewell }))
const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }))
const Unverified = lazy(async () => ({ default: (await import('./Unverified.tsx')).Unverified }))

interface AuthOverlayProps {
  mode: 'login' | 'register'
  /** Somebody begins to fill in a form: time to fetch what comes after it. */
  onBegin: () => void
}

/** What everyone sees who is not logged in. Spec §2. */
export function AuthOverlay({ mode, onBegin }: AuthOverlayProps) {
  const [unverified, setUnverified] = useState<string>()
  const [forgotten, setForgotten] = useState(false)
  const farewell = useSession((session) => (session.status === 'anonymous' ? session.farewell : undefined))
  if (forgotten) {
    return (
      <AuthFrame>
        <Suspense>
          <ForgotPassword onBack={() => setForgotten(false)} />
        </Suspense>
      </AuthFrame>
    )
  }
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
        mode === 'login' ? (
          farewell === undefined ? (
            <RedesignNotice />
          ) : (
            <Suspense>
              <Farewell text={farewell} />
            </Suspense>
          )
        ) : undefined
      }
    >
      {mode === 'login' ? (
        <LoginForm
          onBegin={onBegin}
          onUnverified={(email) => startTransition(() => setUnverified(email))}
          onForgot={() => startTransition(() => setForgotten(true))}
        />
      ) : (
        <RegisterForm onBegin={onBegin} onRegistered={() => goTo('/verify-email', { replace: true })} />
      )}
    </AuthFrame>
  )
}
