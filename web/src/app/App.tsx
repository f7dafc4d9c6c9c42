import { lazy } from 'react'
import { AuthOverlay, usePath, useSession } from '#features/auth/index.ts'
import { whenIdle } from '#ui/idle.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

// The first screen is the login alone; what lies behind it comes when somebody begins to fill in the form.
const loadSignedInApp = () => import('./SignedInApp.tsx')
const loadVerifyEmail = () => import('./VerifyEmailScreen.ts')

const loadResetPassword = () => import('./ResetPasswordScreen.ts')
const loadRestoreEmail = () => import('./RestoreEmailScreen.ts')

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }))
const VerifyEmail = lazy(async () => ({ default: (await loadVerifyEmail()).VerifyEmail }))
const ResetPassword = lazy(async () => ({ default: (await loadResetPassword()).ResetPassword }))
const RestoreEmail = lazy(async () => ({ default: (await loadRestoreEmail()).RestoreEmail }))

function fetchWhatFollows(): void {
  whenIdle(() => {
    // What does not come now comes when it is needed.
    Promise.all([loadSignedInApp(), loadVerifyEmail()]).catch(() => undefined)
  })
}

interface AppProps {
  /** The path for which the document is made; on the page it is the address’s. */
  path?: string
}

export function App(props: AppProps) {
  return (
    <ErrorScreen>
      <Screen {...props} />
    </ErrorScreen>
  )
}

function Screen({ path: rendered }: AppProps) {
  const path = usePath(rendered)
  const isAnonymous = useSession(({ status }) => status === 'anonymous')
  if (!isAnonymous) return <SignedInApp />
  if (path === '/verify-email') return <VerifyEmail />
  if (path === '/restore-email') return <RestoreEmail />
  if (path.startsWith('/reset-password/')) return <ResetPassword />
  return <AuthOverlay mode={path === '/register' ? 'register' : 'login'} onBegin={fetchWhatFollows} />
}
