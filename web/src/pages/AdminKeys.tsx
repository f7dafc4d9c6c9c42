import KeyRound from 'lucide-react/icons/key-round'
import ListTree from 'lucide-react/icons/list-tree'
import { Link, useSearchParams } from 'react-router'
import { AccessKeyManagement } from '#features/access-keys/index.ts'
import { InvitationTree } from '#features/invitations/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './AdminKeys.module.css'

/** The keys of the archive, or the tree of who has invited whom. The URL names the tree as `?view=tree`. */
export function AdminKeys({ ownId }: { ownId: string }) {
  const [address] = useSearchParams()
  const isTree = address.get('view') === 'tree'
  return (
    <div className={styles.page}>
      <Surface as="nav" kind="inset" className={styles.views} aria-label="Ansicht" lang="de">
        <Link to="?tab=keys" replace preventScrollReset aria-current={isTree ? undefined : 'page'}>
          <KeyRound className="icon icon-small" aria-hidden />
          Schlüssel
        </Link>
        <Link to="?tab=keys&view=tree" replace preventScrollReset aria-current={isTree ? 'page' : undefined}>
          <ListTree className="icon icon-small" aria-hidden />
          Einladungsbaum
        </Link>
      </Surface>
      {isTree ? <InvitationTree ownId={ownId} onProfile={openProfile} /> : <AccessKeyManagement />}
    </div>
  )
}
