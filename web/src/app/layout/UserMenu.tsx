import type { User } from '@tonarchiv/contract/users'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import LogOut from 'lucide-react/icons/log-out'
import Radio from 'lucide-react/icons/radio'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useNavigate } from 'react-router'
import { hasAccess, signOut } from '#features/auth/index.ts'
import { useRequestCount } from '#features/friends/index.ts'
import { areInvitationsEnabled } from '#features/invitations/index.ts'
import { InstallMenuItem } from '#features/install/index.ts'
import { openAvatarDialog } from '#features/settings/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { leavePage } from '#ui/hooks/history-guard.ts'
import styles from './Shell.module.css'

const PLACES = [
  { to: '/settings?tab=lastfm', label: 'Scrobbling', Icon: Radio },
  { to: '/settings', label: 'Einstellungen', Icon: Settings },
] as const

const FriendSearch = lazyPart(async () => (await import('#features/friends/index.ts')).FriendSearch)

/** The menu of the signed-in account. See docs/product.md §2.2. */
export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const waiting = useRequestCount()
  return (
    <MenuButton
      label={`${user.username}, Benutzermenü`}
      align="end"
      className={styles.user}
      menuClassName={styles['user-menu']}
      header={<MenuHead user={user} />}
      trigger={
        <>
          <span className={styles.face}>
            <Avatar src={user.avatarUrl} size={32} />
          </span>
          <span className={styles['desktop-only']}>{user.username}</span>
          <ChevronDown className={`icon icon-small ${styles['desktop-only']}`} aria-hidden />
        </>
      }
    >
      <MenuItem
        href="/friends"
        icon={<Users className="icon" aria-hidden />}
        end={
          waiting > 0 && (
            <CountBadge>
              {waiting} <span className="sr">offen</span>
            </CountBadge>
          )
        }
        onSelect={() => void navigate('/friends')}
      >
        Freunde
      </MenuItem>
      {areInvitationsEnabled() && hasAccess(user) && (
        <MenuItem
          href="/invite"
          icon={<UserPlus className="icon" aria-hidden />}
          onSelect={() => void navigate('/invite')}
        >
          Einladen
        </MenuItem>
      )}
      <MenuItem icon={<CircleUserRound className="icon" aria-hidden />} onSelect={openAvatarDialog}>
        Avatar ändern
      </MenuItem>
      {PLACES.map(({ to, label, Icon }) => (
        <MenuItem
          key={label}
          href={to}
          icon={<Icon className="icon" aria-hidden />}
          onSelect={() => void navigate(to)}
        >
          {label}
        </MenuItem>
      ))}
      <InstallMenuItem />
      <MenuSeparator />
      <MenuItem
        icon={<LogOut className="icon" aria-hidden />}
        onSelect={() => leavePage(() => void signOut())}
      >
        Logout
      </MenuItem>
    </MenuButton>
  )
}

/** The head of the menu: the account and, on phones, the search for friends, for which the top bar has no space. */
function MenuHead({ user }: { user: User }) {
  const isPhone = useMediaQuery(PHONE)
  return (
    <>
      <div className={styles['menu-head']}>
        <Avatar src={user.avatarUrl} size={40} />
        <Text truncate>
          <Text as="strong" truncate>
            {user.displayName}
          </Text>
          <Text as="small" size="sm" tone="muted" truncate>
            {user.username}
          </Text>
        </Text>
      </div>
      {isPhone && <FriendSearch place="menu" />}
      <MenuSeparator />
    </>
  )
}
