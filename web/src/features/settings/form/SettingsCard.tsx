import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './SettingsCard.module.css'

interface SettingsCardProps {
  title: string
  danger?: boolean
  /** For a heading that receives the focus. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A section of the settings. */
export function SettingsCard({ title, danger = false, headingRef, children }: SettingsCardProps) {
  const id = useId()
  return (
    <Surface
      as="section"
      padding="roomy"
      className={classNames(styles.card, danger && styles.danger)}
      aria-labelledby={id}
    >
      <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </Surface>
  )
}
