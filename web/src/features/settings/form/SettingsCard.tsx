import { useId, type ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './SettingsCard.module.css'

interface SettingsCardProps {
  title: string
  danger?: boolean
  children: ReactNode
}

/** A section of the settings. */
export function SettingsCard({ title, danger = false, children }: SettingsCardProps) {
  const id = useId()
  return (
    <Surface
      as="section"
      padding="roomy"
      className={classNames(styles.card, danger && styles.danger)}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </Surface>
  )
}
