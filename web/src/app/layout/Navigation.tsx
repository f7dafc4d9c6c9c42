import Clapperboard from 'lucide-react/icons/clapperboard'
import Headphones from 'lucide-react/icons/headphones'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import Library from 'lucide-react/icons/library'
import Mail from 'lucide-react/icons/mail'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Shield from 'lucide-react/icons/shield'
import { siteTitle } from '#site.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Logo } from '#ui/components/images/Logo.tsx'
import styles from './Shell.module.css'

/** The component that renders links: the router's, or a plain link where there is no router yet. */
export type LinkOf = (props: {
  to: string
  className?: string | undefined
  /** Whether the linked page cannot be shown because there is no connection. */
  isAway?: boolean
  children: React.ReactNode
}) => React.ReactElement

const PLACES = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/archive', label: 'Archive', Icon: Library },
  { to: '/videos', label: 'Videos', Icon: Clapperboard },
  { to: '/favorites', label: 'Lieblingssongs', Icon: Heart },
  { to: '/chat', label: 'Chat Room', Icon: MessagesSquare },
  { to: '/messages', label: 'Nachrichten', Icon: Mail },
  { to: '/rooms', label: 'Hörräume', Icon: Headphones },
] as const

const NONE: ReadonlySet<string> = new Set()

export function Brand({ Link }: { Link: LinkOf }) {
  return (
    <Link to="/" className={styles.brand}>
      <Logo />
      <span className="truncate">{siteTitle}</span>
    </Link>
  )
}

interface NavigationProps {
  Link: LinkOf
  isAdmin: boolean
  /** Content at the end of an entry, such as a count, by the path of the entry. */
  marks?: Record<string, React.ReactNode>
  /** Paths of the pages that cannot be shown because there is no connection. */
  away?: ReadonlySet<string>
  /** Lists that are rendered between the pages and the admin's area. */
  children?: React.ReactNode
}

/** The main navigation, for the sidebar and the drawer. See docs/product.md §2.2. */
export function Navigation({ Link, isAdmin, marks, away = NONE, children }: NavigationProps) {
  return (
    <>
      <nav className={styles.nav} aria-label="Hauptnavigation">
        {PLACES.map(({ to, label, Icon }) => (
          <Link key={to} to={to} isAway={away.has(to)}>
            <Icon className="icon" aria-hidden />
            <span>{label}</span>
            {marks?.[to]}
          </Link>
        ))}
      </nav>
      {children}
      {isAdmin && (
        <nav className={classNames(styles.nav, styles.foot)} aria-label="Verwaltung">
          <Link to="/admin" isAway={away.has('/admin')}>
            <Shield className="icon" aria-hidden />
            <span>Admin Panel</span>
          </Link>
        </nav>
      )}
      <p className={styles.colophon}>
        Privates Archiv,
        <br />
        keine kommerzielle Nutzung.
      </p>
    </>
  )
}
