import { lazy } from 'react'
import { AuthOverlay, usePath, useSession } from '#features/auth/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { isLinkPath } from './prepared.ts'

// The first screen contains only the login. The rest is loaded when the visitor starts to fill in the form. The dynamic
// import is in a separate module, so that the list of the app's chunks is not in the code of the first screen.
const loadSignedInApp = async () => (await import('./load-signed-in-app.ts')).loadSignedInApp()
const loadLinkScreen = () => import('./LinkScreen.tsx')

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }))
const LinkScreen = lazy(async () => ({ default: (await loadLinkScreen()).LinkScreen }))

function fetchWhatFollows(): void {
  whenIdle(() => {
    // A module that cannot be loaded now is requested again when it is needed.
    Promise.all([loadSignedInApp(), loadLinkScreen()]).catch(() => undefined)
  })
}

interface AppProps {
  /** The path for which the document is pre-rendered; undefined in the browser, which uses the path of the URL. */
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
  if (isLinkPath(path)) return <LinkScreen path={path} />
  return <AuthOverlay mode={path === '/register' ? 'register' : 'login'} onBegin={fetchWhatFollows} />
}
