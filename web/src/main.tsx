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

// A pre-rendered form is hydrated with everything that was typed into it; any other document is only a placeholder
// and is replaced.
const isAnonymous = useSession.getState().status === 'anonymous'
const { pathname } = globalThis.location
if (isAnonymous && root.dataset['screen'] === preparedScreen(pathname)) hydrateRoot(root, app)
else createRoot(root).render(app)
