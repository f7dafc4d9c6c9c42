import { DIGEST_HOUR, sendDigestPreview } from '@tonarchiv/contract/digest'
import type { DigestRhythm } from '@tonarchiv/contract/notification-settings'
import type { User } from '@tonarchiv/contract/users'
import { useMutation } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useChangeSettings, useNotificationSettings } from '#features/notifications/index.ts'
import { SettingsCard } from '#features/settings/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { showToast } from '#ui/dom/toast.ts'
import styles from './DigestCard.module.css'

const RHYTHMS: readonly { value: DigestRhythm; label: string }[] = [
  { value: 'off', label: 'Aus' },
  { value: 'daily', label: `Täglich, ${DIGEST_HOUR}:00` },
  { value: 'weekly', label: `Sonntags, ${DIGEST_HOUR}:00` },
]
const PREVIEW_FAILED = 'Die Vorschau konnte nicht geschickt werden'

/** The digest by email: its rhythm, and a preview. See docs/product.md §28.2. */
export function DigestCard({ user }: { user: User }) {
  const { data: settings } = useNotificationSettings()
  const change = useChangeSettings()
  const preview = useMutation({
    mutationFn: () => call(sendDigestPreview),
    onSuccess: () => showToast(`Vorschau ist unterwegs an ${user.email}`),
    onError: (failure) => showToast(textOf(failure, PREVIEW_FAILED), { kind: 'error' }),
  })
  const choose = (digest: DigestRhythm) =>
    change.mutate({
      change: { digest, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      show: (before) => ({ ...before, digest }),
    })
  return (
    <SettingsCard
      title="Übersicht per E-Mail"
      hint={`An ${user.email}, aus den angekreuzten Anlässen. Kommt nie, wenn nichts war.`}
    >
      <div className={styles.choice}>
        <ToggleGroup
          label="Übersicht per E-Mail"
          value={settings?.digest}
          options={RHYTHMS}
          shared
          onChange={choose}
        />
        <Button kind="ghost" busy={preview.isPending} onClick={() => preview.mutate()}>
          <Send className="icon icon-small" aria-hidden />
          Vorschau senden
        </Button>
      </div>
    </SettingsCard>
  )
}
