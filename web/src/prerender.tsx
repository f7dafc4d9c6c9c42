import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '#app/App.tsx'
import { ShellOutline } from '#app/layout/ShellOutline.tsx'
import { LinkOutline } from '#features/auth/index.ts'
import type { PreparedScreen } from '#app/prepared.ts'
import { titleOf } from './site.ts'

interface PreparedDocument {
  title: string
  html: string
}

/** Renders the documents that the server sends; the build writes them into files. */
export function prerender(): Record<PreparedScreen, PreparedDocument> {
  const form = (path: string) =>
    renderToString(
      <StrictMode>
        <App path={path} />
      </StrictMode>,
    )
  return {
    login: { title: titleOf('Anmelden'), html: form('/login') },
    register: { title: titleOf('Account erstellen'), html: form('/register') },
    letter: { title: titleOf(), html: renderToString(<LinkOutline />) },
    app: { title: titleOf(), html: renderToString(<ShellOutline />) },
  }
}
