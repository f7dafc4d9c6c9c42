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

// Where the form stands in the document it is taken over with all that was typed into it; any other
// document is only an image of what comes, and is drawn over.
const isAnonymous = useSession.getState().status === 'anonymous'
const { pathname } = globalThis.location
if (isAnonymous && root.dataset['screen'] === preparedScreen(pathname)) hydrateRoot(root, app)
else createRoot(root).render(app)
