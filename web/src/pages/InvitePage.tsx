import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { Invitations } from '#features/invitations/index.ts'
import { usePageTitle } from '#page-title.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './InvitePage.module.css'

/** The page `/invite`: a member invites others. See docs/product.md §4.6. */
export function InvitePage() {
  const user = useUser()
  usePageTitle('Einladen')
  if (!user) return null
  return (
    <>
      <header className={styles.head}>
        <h1>Einladen</h1>
        <Text as="p" tone="muted">
          Bring mit, wem du das Archiv gönnst. Was du selbst nicht hören darfst, kannst du nicht weitergeben.
        </Text>
      </header>
      {hasAccess(user) ? (
        <Invitations user={user} />
      ) : (
        <EmptyState
          title="Ohne Schlüssel kannst du niemanden einladen"
          drawing="keyhole"
          action={
            <Button kind="primary" onClick={openKeyDialog}>
              Zugangsschlüssel eingeben
            </Button>
          }
        />
      )}
    </>
  )
}
