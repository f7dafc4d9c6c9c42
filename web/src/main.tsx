import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'
import { preparedScreen } from '#app/prepared.ts'
import { watchToken, useSession } from '#features/auth/index.ts'

watchToken()

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

// If the document contains the pre-rendered form of this screen, React hydrates it, so that everything stays that was
// already typed. Any other document contains only a placeholder, which is replaced.
const isAnonymous = useSession.getState().status === 'anonymous'
const { pathname } = globalThis.location
if (isAnonymous && root.dataset['screen'] === preparedScreen(pathname)) hydrateRoot(root, app)
else createRoot(root).render(app)
