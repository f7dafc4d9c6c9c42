import { shownName } from '@tonarchiv/contract/presence'
import { useEffect, useState, type CSSProperties } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { callNameOf } from '../parts/wording.ts'
import type { InRoom } from '../state/room-tab.ts'
import { correctionText, deviationText, placeOnScale, shownDeviations, type Step } from './step.ts'
import styles from './StepMark.module.css'

const TAGS = { ok: 'success', near: 'warning', off: 'danger', mute: 'plain' } as const

interface StepDetailsProps {
  tab: InRoom
  ownId: string
  step: Step
}

/** The deviations of this browser and of other members from the position of the room, and the current correction. */
export function StepDetails({ tab, ownId, step }: StepDetailsProps) {
  const { following, clockAgeMs } = tab
  useEverySecond()
  const age = clockAgeMs()
  const own = following.deviationMs
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <h2>Gleichlauf</h2>
        <Tag kind={TAGS[step.look]}>{step.text}</Tag>
      </div>
      <Scale tab={tab} ownId={ownId} />
      <DetailList>
        <Detail name="Deine Abweichung">{own === undefined ? 'unbekannt' : `${Math.abs(own)} ms`}</Detail>
        <Detail name="Uhr gemessen">
          {age === undefined ? 'noch nicht' : `vor ${formatNumber(Math.round(age / 1000))} s`}
        </Detail>
        <Detail name="Tempo-Ausgleich">{correctionText(following.correctionPercent)}</Detail>
      </DetailList>
    </div>
  )
}

/** The portraits of the members on a scale, at the deviation of each. */
function Scale({ tab: { room, following }, ownId }: Pick<StepDetailsProps, 'tab' | 'ownId'>) {
  const all = room.people.flatMap((person) => {
    const ms = person.id === ownId ? following.deviationMs : room.deviations.get(person.id)
    return ms === undefined ? [] : [{ ...person, ms }]
  })
  const { shown, others } = shownDeviations(all)
  const texts = shown.map(
    (person) => `${person.id === ownId ? 'du' : callNameOf(person)} ${deviationText(person.ms)}`,
  )
  return (
    <div>
      <div
        className={styles.scale}
        // The image consists of elements, so it cannot be an `img` element.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={`Abweichungen: ${texts.length === 0 ? 'keine bekannt' : texts.join(', ')}`}
      >
        {shown.map(({ id, ms, photoURL, ...person }) => {
          // Negated: sound that is ahead of the room is heard earlier, and earlier is on the left.
          const style: CSSProperties & { '--at': string } = { '--at': `${placeOnScale(-ms)}%` }
          return (
            <span
              key={id}
              className={id === ownId ? styles.own : undefined}
              style={style}
              title={shownName(person)}
            >
              <Avatar src={photoURL && imageUrl(photoURL)} size={24} />
            </span>
          )
        })}
      </div>
      <p className={styles.legend} aria-hidden>
        <span>30 ms früher</span>
        <span>Takt</span>
        <span>30 ms später</span>
      </p>
      {others > 0 && (
        <Text as="p" size="sm" tone="muted">
          {`und ${formatNumber(others)} im Takt`}
        </Text>
      )}
    </div>
  )
}

/** Renders the component again every second, for the age of the measurement. */
function useEverySecond(): void {
  const [, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000)
    return () => clearInterval(timer)
  }, [])
}
