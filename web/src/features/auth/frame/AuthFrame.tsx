import type { ReactNode } from 'react'
import { siteTitle } from '#site.ts'
import { Logo } from '#ui/components/images/Logo.tsx'
import styles from './AuthFrame.module.css'

interface AuthFrameProps {
  /** The content of the column; it must begin with the h1. */
  children: ReactNode
  /** A notice at the lower edge of the window. */
  aside?: ReactNode
}

/**
 * The layout of the screens before the login: the drawing of a record sleeve, and a column with the content beside it.
 */
export function AuthFrame({ children, aside }: AuthFrameProps) {
  return (
    <div className={styles.frame}>
      <aside className={styles.art} aria-hidden>
        <div className={styles.sleeve}>
          <span className={styles.disc} />
          <div className={styles.front}>
            <p className={styles.name}>{siteTitle}</p>
            <div className={styles.mark}>
              <Logo />
            </div>
            <p className={styles.lines}>
              <span>Privates Archiv</span>
              <span>Keine kommerzielle Nutzung</span>
            </p>
          </div>
        </div>
      </aside>
      <main className={styles.main}>
        <div className={styles.column}>
          <p className={styles.brand}>
            <Logo />
            <span>{siteTitle}</span>
          </p>
          {children}
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </main>
    </div>
  )
}
