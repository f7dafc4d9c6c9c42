import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './Field.tsx'
import { IconButton } from '../controls/IconButton.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'action'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password input with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <IconButton
          label={shown ? 'Passwort verbergen' : 'Passwort anzeigen'}
          onClick={() => setShown(!shown)}
          aria-controls={props.id}
        >
          {shown ? (
            <EyeOff className="icon icon-small" aria-hidden />
          ) : (
            <Eye className="icon icon-small" aria-hidden />
          )}
        </IconButton>
      }
    />
  )
}
