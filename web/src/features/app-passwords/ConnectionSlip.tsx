import type { ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import type { Connection } from './connection.ts'
import styles from './ConnectionSlip.module.css'
import { CopyButton } from '#ui/components/controls/CopyButton.tsx'

interface ConnectionSlipProps {
  connection: Connection
  /** Whether the copy button of the password gets the focus when the dialog opens. */
  isPasswordFocused?: boolean
  /** Rendered beside the list of values. */
  children?: ReactNode
}

/** A slip of paper with the values that must be entered in an app. Each value has a button that copies it. */
export function ConnectionSlip({ connection, isPasswordFocused = false, children }: ConnectionSlipProps) {
  const { serverAddress, username, password } = connection
  return (
    <div className={classNames(styles.slip, children === undefined && styles.alone)}>
      {children}
      <dl className={styles.values}>
        <Value name="Serveradresse" text={serverAddress} />
        <Value name="Benutzername" text={username} />
        <Value name="App-Passwort" text={password} isPassword isFocused={isPasswordFocused} />
      </dl>
    </div>
  )
}

interface ValueProps {
  name: string
  text: string
  isPassword?: boolean
  isFocused?: boolean
}

function Value({ name, text, isPassword = false, isFocused = false }: ValueProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className={classNames(isPassword && styles.password)}>{text}</code>
        <CopyButton
          className={styles.copy}
          name={name}
          text={text}
          {...(isFocused && { 'data-autofocus': true })}
        />
      </dd>
    </div>
  )
}
