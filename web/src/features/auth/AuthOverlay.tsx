import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { getStored, setStored } from '#client/browser-storage.ts'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { goTo } from './session/path.ts'
import { AuthFrame } from './frame/AuthFrame.tsx'
import type { LoginRedirection } from './form/use-form.ts'
import { LoginForm } from './screens/LoginForm.tsx'
import { RedesignNotice } from './RedesignNotice.tsx'
import { RegisterForm } from './screens/RegisterForm.tsx'
import { useSession, type SignedOutNotice } from './session/session.ts'
import styles from './RedesignNotice.module.css'

const LoginRedirect = lazy(async () => ({
  default: (await import('./screens/LoginRedirect.tsx')).LoginRedirect,
}))

interface AuthOverlayProps {
  mode: 'login' | 'register'
  /** Called when the visitor begins to fill in a form; the app then loads what is needed after the login. */
  onBegin: () => void
}

/** The screen for visitors who are not logged in. See docs/product.md §3.4. */
export function AuthOverlay({ mode, onBegin }: AuthOverlayProps) {
  // The email address of an account that is not verified; '' for the screen about a forgotten password.
  const [loginRedirect, setLoginRedirect] = useState<LoginRedirection>()
  const notice = useSession((session) => (session.status === 'anonymous' ? session.notice : undefined))
  // After a reload, a stored unverified address shows its screen again. This runs in an effect, because the
  // pre-rendered document does not contain that screen.
  useEffect(() => {
    const waiting = mode === 'login' ? getStored('unverifiedEmail') : undefined
    if (waiting !== undefined) startTransition(() => setLoginRedirect({ email: waiting }))
  }, [mode])
  const firstField = useRef<HTMLInputElement>(null)
  const screen = loginRedirect ?? mode
  const shown = useRef(screen)
  // The element that had the focus was removed with the previous screen, so the first field gets the focus. The screens
  // in `LoginRedirect` are loaded first, and set the focus themselves.
  useEffect(() => {
    if (shown.current !== screen) firstField.current?.focus()
    shown.current = screen
  }, [screen])
  const leaveFor = (to: LoginRedirection) => {
    if (to.email) setStored('unverifiedEmail', to.email)
    // `justRegistered` must not be set any more after an attempt to log in.
    setStored('justRegistered', undefined)
    startTransition(() => setLoginRedirect(to))
  }
  const goBack = () => {
    setStored('unverifiedEmail', undefined)
    setStored('justRegistered', undefined)
    setLoginRedirect(undefined)
  }
  if (loginRedirect !== undefined) {
    return (
      <AuthFrame>
        <Suspense>
          <LoginRedirect {...loginRedirect} onBack={goBack} />
        </Suspense>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame aside={mode === 'login' ? <LoginNotice notice={notice} /> : undefined}>
      {mode === 'login' ? (
        <LoginForm {...{ firstField, onBegin }} onRedirect={leaveFor} />
      ) : (
        <RegisterForm
          {...{ firstField, onBegin }}
          onRegistered={() => goTo('/verify-email', { replace: true })}
        />
      )}
    </AuthFrame>
  )
}

/** Says why the session has ended. Without a reason, shows the notice about the redesign. */
function LoginNotice({ notice }: { notice: SignedOutNotice | undefined }) {
  if (notice === undefined) return <RedesignNotice />
  return (
    <NoticeBox kind={notice.kind} className={styles.notice}>
      {notice.text}
    </NoticeBox>
  )
}
