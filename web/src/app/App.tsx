import { lazy, useEffect } from 'react'
import { AuthOverlay, usePath, useSession } from '#features/auth/index.ts'
import { whenIdle } from '#ui/idle.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

// The first screen is the login alone; everything behind it comes when it is needed, or when there is time.
const loadSignedInApp = () => import('./SignedInApp.tsx')
const loadVerifyEmail = () => import('./VerifyEmailScreen.ts')

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }))
const VerifyEmail = lazy(async () => ({ default: (await loadVerifyEmail()).VerifyEmail }))

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
  useEffect(
    () =>
      isAnonymous
        ? whenIdle(() => {
            void loadSignedInApp()
            void loadVerifyEmail()
          })
        : undefined,
    [isAnonymous],
  )
  if (!isAnonymous) return <SignedInApp />
  if (path === '/verify-email') return <VerifyEmail />
  return <AuthOverlay mode={path === '/register' ? 'register' : 'login'} />
}
