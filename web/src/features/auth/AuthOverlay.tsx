import { useState } from 'react'
import { goTo } from './address.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RedesignNotice } from './RedesignNotice.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { Unverified } from './Unverified.tsx'

interface AuthOverlayProps {
  mode: 'login' | 'register'
}

/** What everyone sees who is not logged in. Spec §2. */
export function AuthOverlay({ mode }: AuthOverlayProps) {
  const [unverified, setUnverified] = useState<string>()
  if (unverified !== undefined) {
    return (
      <AuthFrame>
        <Unverified email={unverified} onBack={() => setUnverified(undefined)} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame aside={mode === 'login' ? <RedesignNotice /> : undefined}>
      {mode === 'login' ? (
        <LoginForm onUnverified={setUnverified} />
      ) : (
        <RegisterForm onRegistered={() => goTo('/verify-email', { replace: true })} />
      )}
    </AuthFrame>
  )
}
