import type { User } from '@tonarchiv/contract/users'
import KeyRound from 'lucide-react/icons/key-round'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { AppAddress, AppPasswords } from '#features/app-passwords/index.ts'
import { hasAccess } from '#features/auth/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { SettingsCard } from './form/SettingsCard.tsx'
import cards from './form/SettingsCard.module.css'

const ABOUT =
  'Höre das Archiv in jeder App, die OpenSubsonic versteht. Jede App bekommt ein eigenes Passwort, nie deins; du kannst es einzeln widerrufen.'
const WITHOUT_KEY = 'Apps sehen, was du siehst. Ohne Zugangsschlüssel bleiben Alben und Videos dort leer.'

/** The tab „Apps“ of the settings: other apps that use the account. See docs/product.md §16.6. */
export function AppsSettings({ user }: { user: User }) {
  return (
    <>
      <SettingsCard title="Andere Apps">
        {hasAccess(user) ? (
          <div className={cards.fields}>
            <Text as="p" tone="muted">
              {ABOUT}
            </Text>
            <AppAddress username={user.username} />
          </div>
        ) : (
          <>
            <Text as="p" tone="muted">
              {WITHOUT_KEY}
            </Text>
            <div className={cards.foot}>
              <Button kind="tint" onClick={openKeyDialog}>
                <KeyRound className="icon icon-small" aria-hidden />
                Zugangsschlüssel eingeben
              </Button>
            </div>
          </>
        )}
      </SettingsCard>
      <AppPasswords username={user.username} />
    </>
  )
}
