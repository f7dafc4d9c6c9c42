import Check from 'lucide-react/icons/check'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A checkbox with its label. */
export function Checkbox({ children, ...input }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <span className={styles.box}>
        <input {...input} type="checkbox" className={styles.input} />
        <Check aria-hidden />
      </span>
      {children}
    </label>
  )
}
