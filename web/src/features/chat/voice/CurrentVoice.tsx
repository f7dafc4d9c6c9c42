import X from 'lucide-react/icons/x'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './CurrentVoice.module.css'
import { PlayVoice } from './VoiceMessage.tsx'
import { stopVoice, useVoice } from './voice-player.ts'

/** A bar with the voice message that is playing or paused, shown while that message is scrolled out of view. */
export function CurrentVoice() {
  const current = useVoice((voice) => (voice.isInView ? undefined : voice.current))
  const seconds = useVoice(({ positionSeconds }) => Math.floor(positionSeconds))
  // A voice message without an author name is in the composer, which is always visible.
  if (current?.from === undefined) return null
  return (
    <section className={styles.bar} aria-label="Laufende Sprachnachricht">
      <PlayVoice voice={current} />
      <Text truncate weight="medium" className={styles.name} dir="auto">
        {current.from}
      </Text>
      <Text size="sm" tone="muted" className={styles.time}>
        {formatTime(Math.min(seconds, current.duration))} / {formatTime(current.duration)}
      </Text>
      <IconButton label="Sprachnachricht beenden" onClick={stopVoice}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    </section>
  )
}
