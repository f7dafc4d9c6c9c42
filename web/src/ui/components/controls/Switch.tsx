import type { ReactNode } from 'react'
import styles from './Switch.module.css'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The language of the label, if it differs from that of the page. */
  lang?: string
  children: ReactNode
}

/** A switch with its label. A change takes effect immediately. */
export function Switch({ checked, onChange, disabled = false, lang, children }: SwitchProps) {
  return (
    <button
      className={styles.switch}
      type="button"
      role="switch"
      aria-checked={checked}
      {...{ disabled, lang }}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.knob} aria-hidden />
      {children}
    </button>
  )
}
