import type { ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { siteTitle } from '#site.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { Logo } from '#ui/components/images/Logo.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './OfferFrame.module.css'

/** Widths in pixels of the album spines on the drawn shelf. */
const SPINES = [34, 20, 26, 14, 14, 24, 28, 44, 16, 32, 26, 12, 26, 18, 20, 16, 26, 24, 14, 26, 26, 30, 22]

interface OfferFrameProps {
  keyValue: string
  /** Whether the key cannot be redeemed. */
  isDead?: boolean
  /** What the picture shows: a shelf with spines, or album sleeves; null stands for a sleeve without a cover. */
  picture: { kind: 'shelf'; isWhole: boolean } | { kind: 'sleeves'; covers: readonly (string | null)[] }
  children: ReactNode
}

/** The layout of the page of a key: a picture of what the key opens, the key itself, and the text beside them. */
export function OfferFrame({ keyValue, isDead = false, picture, children }: OfferFrameProps) {
  return (
    <div className={styles.frame}>
      <aside className={styles.art}>
        <div className={styles.fan}>
          {picture.kind === 'shelf' ? (
            <div className={styles.shelf} aria-hidden>
              {SPINES.map((width, index) => (
                <i
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  className={classNames(
                    styles.spine,
                    !isDead && (picture.isWhole || index % 3 === 1) && styles.open,
                  )}
                  style={{ width: `${width}px` }}
                />
              ))}
            </div>
          ) : (
            <div className={styles.sleeves} aria-hidden>
              {picture.covers.map((cover, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <span key={index} className={styles.sleeve}>
                  <Cover
                    src={cover === null ? undefined : imageUrl(cover)}
                    size={340}
                    empty={cover === null}
                  />
                </span>
              ))}
            </div>
          )}
          <p className={classNames(styles.tag, isDead && styles.dead)}>
            <span className={styles.hole} aria-hidden />
            <span>
              <span className={styles.label}>Dein Schlüssel</span>
              <span className={styles.value}>{keyValue}</span>
            </span>
          </p>
        </div>
      </aside>
      <main className={styles.main}>
        <div className={styles.column}>
          <p className={styles.brand}>
            <Logo />
            <span>{siteTitle}</span>
          </p>
          {children}
        </div>
      </main>
    </div>
  )
}
