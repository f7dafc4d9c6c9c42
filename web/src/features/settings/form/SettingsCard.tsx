import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './SettingsCard.module.css'

interface SettingsCardProps {
  title: string
  danger?: boolean
  /** The heading's element, for headings that can receive the focus. */
  headingRef?: Ref<HTMLHeadingElement>
  /** A text below the title that says what the section is for. */
  hint?: string
  /** A control that is shown beside title and hint. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the settings. */
export function SettingsCard({
  title,
  danger = false,
  headingRef,
  hint,
  aside,
  children,
}: SettingsCardProps) {
  const id = useId()
  const heading = (
    <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
      {title}
    </h2>
  )
  const about = hint !== undefined && (
    <Text as="p" size="md" tone="muted" className={styles.about}>
      {hint}
    </Text>
  )
  return (
    <Surface
      as="section"
      padding="roomy"
      className={classNames(styles.card, danger && styles.danger)}
      aria-labelledby={id}
    >
      {aside === undefined ? (
        <>
          {heading}
          {about}
        </>
      ) : (
        <div className={styles.head}>
          <div>
            {heading}
            {about}
          </div>
          {aside}
        </div>
      )}
      {children}
    </Surface>
  )
}
