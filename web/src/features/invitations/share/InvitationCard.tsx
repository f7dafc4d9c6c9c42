import type { ShownScope } from '@tonarchiv/contract/key-batches'
import type { User } from '@tonarchiv/contract/users'
import type { ReactNode } from 'react'
import { ScopeGlyph } from '#features/access-scope/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import styles from './InvitationCard.module.css'
import { scopeAndStay } from './invitation-wording.ts'

interface InvitationCardProps {
  user: Pick<User, 'displayName' | 'avatarUrl'>
  words: string
  scope: ShownScope
  stayDays: number | null
  /** Content between the words and the scope, such as the key. */
  children?: ReactNode
}

/** An invitation as the guest gets it: a card of paper. */
export function InvitationCard({ user, words, scope, stayDays, children }: InvitationCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.who}>
        <Avatar src={user.avatarUrl} size={40} />
        <span>{user.displayName} lädt dich ein</span>
      </p>
      {words !== '' && <p className={styles.words}>{words}</p>}
      {children}
      <div className={styles.foot}>
        <ScopeGlyph scope={scope} isDecoration />
        <span>{scopeAndStay(scope, stayDays)}</span>
        <span className={styles.hole} aria-hidden />
      </div>
    </div>
  )
}
