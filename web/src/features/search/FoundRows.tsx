import { Link } from 'react-router'
import { openTrackDetails } from '#features/player/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Marked } from './Marked.tsx'
import type { Row } from './results.ts'
import { RowPicture } from './RowPicture.tsx'
import styles from './SearchDialog.module.css'

/** The hits of a group on the search page. Each hit is a link; a member is a button, which opens the profile. */
export function FoundRows({
  label,
  rows,
  terms,
}: {
  label: string
  rows: readonly Row[]
  terms: readonly string[]
}) {
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <FoundRow row={row} terms={terms} />
        </li>
      ))}
    </ul>
  )
}

function FoundRow({ row, terms }: { row: Row; terms: readonly string[] }) {
  const { opening } = row
  const content = (
    <>
      <RowPicture picture={row.picture} />
      <span className={styles.names}>
        <span className={`${styles.title} truncate`} dir="auto">
          <Marked text={row.title} terms={terms} />
        </span>
        {row.below !== undefined && <span className={`${styles.below} truncate`}>{row.below}</span>}
      </span>
      {row.isExclusive === true && <Tag kind="paper">Exclusive</Tag>}
      {row.end !== undefined && <span className={styles.end}>{row.end}</span>}
    </>
  )
  if (opening.kind === 'path') {
    return (
      <Link to={opening.path} className={styles.found}>
        {content}
      </Link>
    )
  }
  const open = () => {
    if (opening.kind === 'profile') openProfile(opening.userId)
    else if (opening.kind === 'lyrics') openTrackDetails(opening.track, opening.line)
  }
  return (
    <button type="button" className={styles.found} onClick={open}>
      {content}
    </button>
  )
}
