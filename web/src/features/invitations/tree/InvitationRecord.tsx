import { imageUrl } from '#client/media.ts'
import { useId } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { layOutRecord, RECORD_SIZE, type RecordPlace } from './record-layout.ts'
import type { TreeNode } from './tree-model.ts'
import styles from './InvitationRecord.module.css'

const CENTRE = RECORD_SIZE / 2
/** Radii of the fine grooves. */
const GROOVES = Array.from({ length: 30 }, (_, index) => 56 + index * 4.4)
const DEFAULT_AVATAR = '/default-avatar.svg'

interface InvitationRecordProps {
  roots: readonly TreeNode[]
  /** The ids of the selected place and of all below it. */
  branch: ReadonlySet<string>
  selectedId: string | undefined
}

/**
 * The tree as a record: the first member is on the label, each generation on a groove, the selected branch in copper.
 * It repeats the content of the tree view, so screen readers skip it.
 */
export function InvitationRecord({ roots, branch, selectedId }: InvitationRecordProps) {
  const { rings, places, lines, hasFaces } = layOutRecord(roots, branch, selectedId)
  return (
    <svg className={styles.record} viewBox={`0 0 ${RECORD_SIZE} ${RECORD_SIZE}`} aria-hidden>
      <circle cx={CENTRE} cy={CENTRE} r="186" className={styles.vinyl} />
      {GROOVES.map((radius) => (
        <circle key={radius} cx={CENTRE} cy={CENTRE} r={radius} className={styles.groove} />
      ))}
      {rings.map((radius, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- one ring for each generation
        <circle key={index} cx={CENTRE} cy={CENTRE} r={radius} className={styles.ring} />
      ))}
      <circle cx={CENTRE} cy={CENTRE} r="46" className={styles.label} />
      {lines.map(({ id, from, to, isHot }) => (
        <path
          key={id}
          className={classNames(styles.line, isHot && styles.hot)}
          d={`M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`}
        />
      ))}
      {places.map((place) => (
        <Place
          key={place.node.id}
          place={place}
          isFace={hasFaces || place.radius === 26}
          isSelected={place.node.id === selectedId}
          isHot={branch.has(place.node.id)}
        />
      ))}
    </svg>
  )
}

interface PlaceProps {
  place: RecordPlace
  isFace: boolean
  isSelected: boolean
  isHot: boolean
}

function Place({ place: { node, x, y, radius }, isFace, isSelected, isHot }: PlaceProps) {
  const clip = useId()
  const circle = { cx: x.toFixed(1), cy: y.toFixed(1), r: radius }
  if (node.member === undefined) return <circle {...circle} className={styles.open} />
  if (!isFace) return <circle {...circle} className={classNames(styles.dot, isHot && styles.hot)} />
  const photo = node.member.user.photoURL
  return (
    <>
      <clipPath id={clip}>
        <circle {...circle} />
      </clipPath>
      <image
        href={photo === null ? DEFAULT_AVATAR : imageUrl(photo)}
        x={(x - radius).toFixed(1)}
        y={(y - radius).toFixed(1)}
        width={radius * 2}
        height={radius * 2}
        preserveAspectRatio="xMidYMid slice"
        clipPath={`url(#${clip})`}
      />
      <circle {...circle} className={classNames(styles.face, isSelected && styles.selected)} />
    </>
  )
}
