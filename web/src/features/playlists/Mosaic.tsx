import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './Mosaic.module.css'

interface MosaicProps {
  /** URLs of four covers, of one cover or of none. */
  covers: readonly string[]
  /** CSS pixels. */
  size: number
  className?: string | undefined
}

/** The image of a playlist, made of four covers or one. It is always beside the playlist's title. */
export function Mosaic({ covers, size, className }: MosaicProps) {
  const [first, ...others] = covers
  return (
    <span className={classNames(styles.mosaic, others.length > 0 && styles.four, className)} aria-hidden>
      <Cover src={first && imageUrl(first)} size={others.length > 0 ? size / 2 : size} />
      {others.map((cover) => (
        <Cover key={cover} src={imageUrl(cover)} size={size / 2} />
      ))}
    </span>
  )
}
