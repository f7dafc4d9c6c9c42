import KeyRound from 'lucide-react/icons/key-round'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import type { User } from '@tonarchiv/contract/users'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess } from '#features/auth/index.ts'
import { openSearch } from '#features/search/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { BREAKPOINTS } from '#ui/dom/breakpoints.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { SEARCH_KEYS } from '../search/use-search-key.ts'
import { Brand, type LinkOf } from './Navigation.tsx'
import { pageNameOf } from './page-names.ts'
import styles from './Shell.module.css'
import { UserMenu } from './UserMenu.tsx'

const FriendSearch = lazyPart(async () => (await import('#features/friends/index.ts')).FriendSearch)
const FriendSearchButton = lazyPart(
  async () => (await import('#features/friends/index.ts')).FriendSearchButton,
)
const Bell = lazyPart(async () => (await import('#features/notifications/index.ts')).Bell)
const ConnectionState = lazyPart(async () => (await import('./ConnectionState.tsx')).ConnectionState)

const bellPlace = <div className={styles['bell-place']} />
const searchPlace = <div className={styles['search-place']} />

function useIsScrolled() {
  const beginning = useRef<HTMLSpanElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const element = beginning.current
    if (!element) return undefined
    // An observer detects scrolling, because reading the scroll position in each scroll event would force a layout.
    const observer = new IntersectionObserver((entries) =>
      setIsScrolled(entries.at(-1)?.isIntersecting === false),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isScrolled, beginning }
}

interface TopBarProps {
  user: User
  /** The path of the current page. */
  path: string
  Link: LinkOf
  isDrawerOpen: boolean
  onOpenDrawer: () => void
}

export function TopBar({ user, path, Link, isDrawerOpen, onOpenDrawer }: TopBarProps) {
  const { isScrolled, beginning } = useIsScrolled()
  const isTablet = useMediaQuery(BREAKPOINTS.tablet)
  return (
    <>
      <span className={styles.beginning} ref={beginning} aria-hidden />
      <header className={classNames(styles.topbar, isScrolled && styles.scrolled)}>
        <div className={styles['phone-only']}>
          <IconButton
            label="Menü öffnen"
            aria-expanded={isDrawerOpen}
            aria-haspopup="dialog"
            onClick={onOpenDrawer}
          >
            <Menu className="icon icon-large" aria-hidden />
          </IconButton>
        </div>
        <div className={styles['phone-only']}>
          <Brand Link={Link} />
        </div>
        <p className={classNames(styles['desktop-only'], styles['bar-title'], 'truncate')}>
          {pageNameOf(path)}
        </p>
        <button
          type="button"
          className={classNames(styles['desktop-only'], styles.find)}
          aria-label="Alles durchsuchen"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          title={`Alles durchsuchen (${SEARCH_KEYS})`}
          onClick={openSearch}
        >
          <Search className="icon" aria-hidden />
          <span className="truncate">Alles durchsuchen</span>
          {/* CSS draws the keys: as text they would become part of the button's accessible name. */}
          <kbd aria-hidden data-keys={SEARCH_KEYS} />
        </button>
        <div className={styles['page-tools']} data-page-tools />
        <div className={styles['topbar-end']}>
          <ConnectionState />
          {!hasAccess(user) && (
            <Button className={styles.key} aria-label="Zugangsschlüssel eingeben" onClick={openKeyDialog}>
              <KeyRound className="icon" aria-hidden />
              <span className={styles['desktop-only']}>Zugangsschlüssel eingeben</span>
            </Button>
          )}
          <div className={styles['phone-only']}>
            <IconButton label="Suchen" aria-haspopup="dialog" onClick={openSearch}>
              <Search className="icon icon-large" aria-hidden />
            </IconButton>
          </div>
          <div className={classNames(styles['desktop-only'], styles['bar-search'])}>
            {isTablet ? (
              <FriendSearchButton fallback={searchPlace} />
            ) : (
              <FriendSearch place="bar" fallback={searchPlace} />
            )}
          </div>
          <Bell fallback={bellPlace} />
          <UserMenu user={user} />
        </div>
      </header>
    </>
  )
}
