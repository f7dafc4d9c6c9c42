import { lazy } from 'react'
import { AuthOverlay, usePath, useSession } from '#features/auth/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { isEmailLinkPath } from './prepared.ts'

// The first screen is the login alone; what lies behind it comes when somebody begins to fill in the form.
// Behind a door of its own, so that the first screen does not carry the list of all that the app is made of.
const loadSignedInApp = async () => (await import('./load-signed-in-app.ts')).loadSignedInApp()
const loadEmailLinkScreen = () => import('./EmailLinkScreen.tsx')

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }))
const EmailLinkScreen = lazy(async () => ({ default: (await loadEmailLinkScreen()).EmailLinkScreen }))

function fetchWhatFollows(): void {
  whenIdle(() => {
    // What does not come now comes when it is needed.
    Promise.all([loadSignedInApp(), loadEmailLinkScreen()]).catch(() => undefined)
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
  if (isEmailLinkPath(path)) return <EmailLinkScreen path={path} />
  return <AuthOverlay mode={path === '/register' ? 'register' : 'login'} onBegin={fetchWhatFollows} />
}
