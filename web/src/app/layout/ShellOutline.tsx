import Menu from 'lucide-react/icons/menu'
import { Logo } from '#ui/components/images/Logo.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Brand, Navigation, type LinkOf } from './Navigation.tsx'
import styles from './Shell.module.css'

const PlainLink: LinkOf = ({ to, className, children }) => (
  <a href={to} className={className}>
    {children}
  </a>
)

interface ShellOutlineProps {
  /** The error text if the app cannot start. */
  problem?: string | undefined
  /** Retries the start; given when there are no further automatic retries. */
  onRetry?: (() => void) | undefined
}

/**
 * The skeleton of the app before the account is loaded. It is part of the document, so that it is painted before any
 * script runs.
 */
export function ShellOutline({ problem, onRetry }: ShellOutlineProps) {
  return (
    <>
      <div className={styles.shell}>
        <aside className={styles.sidebar}>
          <Brand Link={PlainLink} />
          <Navigation Link={PlainLink} isAdmin={false} />
        </aside>
        <header className={styles.topbar}>
          <div className={classNames(styles['phone-only'], styles['menu-place'])}>
            <Menu className="icon icon-large" aria-hidden />
          </div>
          <div className={styles['phone-only']}>
            <Brand Link={PlainLink} />
          </div>
        </header>
        <main className={styles.page}>
          <div className={styles.wait}>
            {problem === undefined ? (
              <>
                <div className={styles.boot}>
                  <Logo />
                </div>
                <output className="sr">Lädt</output>
                <p className={styles.slow}>
                  Die Verbindung ist langsam. Der Server hat noch nicht geantwortet.
                </p>
              </>
            ) : (
              <>
                <Notice kind="danger">{problem}</Notice>
                {onRetry !== undefined && <Button onClick={onRetry}>Erneut versuchen</Button>}
              </>
            )}
          </div>
        </main>
      </div>
      <div className={styles.player} />
    </>
  )
}
