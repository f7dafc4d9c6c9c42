import { shownName } from '@tonarchiv/contract/presence'
import Play from 'lucide-react/icons/play'
import { useId } from 'react'
import { imageUrl } from '#client/media.ts'
import { useUser } from '#features/auth/index.ts'
import { ProfileSwitch } from '#features/presence/index.ts'
import { formatNumber, formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useMoments } from './api.ts'
import styles from './MomentList.module.css'

interface MomentListProps {
  trackId: string
  /** Plays the track from this second. */
  onPlay: (second: number) => void
}

/** The moments of a track, and the switch for the dots on waveforms; nothing while there are none. */
export function MomentList({ trackId, onPlay }: MomentListProps) {
  const moments = useMoments(trackId)
  const user = useUser()
  const id = useId()
  if (moments.length === 0 || user === undefined) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          Momente <Text tone="faint">{formatNumber(moments.length)}</Text>
        </h3>
        <ProfileSwitch user={user} name="showMomentDots">
          Punkte zeigen
        </ProfileSwitch>
      </div>
      <ol className={styles.list}>
        {moments.map(({ messageId, second, text, author }) => {
          const [time, name] = [formatTime(second), shownName(author)]
          return (
            <li key={messageId}>
              <button type="button" className={styles.moment} onClick={() => onPlay(second)}>
                <span className={styles.time}>
                  <span className="sr">Ab </span>
                  {time}
                  <span className="sr"> abspielen: {text === '' ? '' : `${name}, `}</span>
                </span>
                <Avatar src={author.photoURL && imageUrl(author.photoURL)} size={24} />
                <Text truncate dir="auto" tone={text === '' ? 'muted' : undefined}>
                  {text === '' ? name : text}
                </Text>
                <Play className={classNames('icon icon-small', styles.play)} aria-hidden />
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
