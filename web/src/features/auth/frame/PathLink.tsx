import type { ReactNode } from 'react'
import { goTo } from '../session/path.ts'

interface PathLinkProps {
  to: string
  children: ReactNode
}

/** A link to another screen before the login. It is a real link, so that it also works before the script has loaded. */
export function PathLink({ to, children }: PathLinkProps) {
  return (
    <a
      className="link"
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
