import type { RoomEntry, RoomKind } from '@tonarchiv/contract/rooms'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import type { InRoom } from '../state/room-tab.ts'
import stage from './RoomStage.module.css'
import styles from './LockedStage.module.css'
import { useRoomSecond } from './use-room-second.ts'

/** Shown instead of an entry that the member may not hear: no title, but the time until the next entry. */
export function LockedStage({ tab, entry }: { tab: InRoom; entry: RoomEntry }) {
  const user = useUser()
  const second = useRoomSecond(tab)
  const left = Math.max(0, Math.ceil(entry.durationMs / 1000) - (second ?? 0))
  const isGone = entry.state === 'gone'
  const hasOtherKey =
    entry.state === 'locked' && tab.room.state.kind === 'music' && user !== undefined && hasAccess(user)
  return (
    <section className={stage.locked} aria-label="Läuft gerade">
      <div className={styles.paper}>
        <span className={styles.wrap} aria-hidden>
          <LockKeyhole className="icon" />
        </span>
        <div className={styles.text}>
          <Text as="p" weight="semibold">
            {hasOtherKey ? 'Diesen Titel hörst du nicht mit.' : titleOf(entry, tab.room.state.kind)}
          </Text>
          {hasOtherKey && (
            <p className={styles.note}>Der nächste, den dein Schlüssel öffnet, setzt von selbst ein.</p>
          )}
          <p className={styles.note}>
            {second === undefined || !tab.room.state.playback.isPlaying
              ? 'Danach bist du wieder dabei.'
              : `Der Raum ${VERBS[tab.room.state.kind]} zu Ende, in ${formatTime(left)} bist du wieder dabei.`}
          </p>
          {!isGone && user && !hasAccess(user) && (
            <Button kind="ink" small className={styles.key} onClick={openKeyDialog}>
              Zugangsschlüssel eingeben
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

const VERBS: Readonly<Record<RoomKind, string>> = { music: 'hört ihn', video: 'sieht es' }

function titleOf({ state }: RoomEntry, kind: RoomKind): string {
  const what = kind === 'video' ? 'Dieses Video' : 'Dieser Titel'
  if (state === 'gone') return `${what} ist nicht mehr im Archiv`
  return state === 'locked'
    ? `${what} ist für dich gesperrt`
    : `${what} lässt sich in deinem Browser nicht abspielen`
}
