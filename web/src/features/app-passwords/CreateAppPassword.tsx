import { APP_PASSWORD_NAME_MAX_LENGTH, tooManyAppPasswords } from '@tonarchiv/contract/app-passwords'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { focusAfterSubmit } from '#ui/dom/focus-after-submit.ts'
import { useCreateAppPassword } from './api.ts'
import { AppPasswordSlip } from './AppPasswordSlip.tsx'
import type { Connection } from './connection.ts'
import styles from './CreateAppPassword.module.css'

const NAME_MISSING = 'Gib dem Passwort einen Namen'
const CREATE_FAILED = 'App-Passwort konnte nicht erstellt werden'

interface CreateAppPasswordProps extends Omit<Connection, 'password'> {
  open: boolean
  onClose: () => void
  /** Called when the slip with the password has finished its closing animation. */
  onLeft: () => void
  /** Whether the account already has the maximum number of app passwords. */
  isFull: boolean
}

interface Made {
  name: string
  password: string
}

/** The dialog in which a new app password gets a name, and then the slip that shows the password once. */
export function CreateAppPassword({ open, onClose, onLeft, isFull, ...address }: CreateAppPasswordProps) {
  const [made, setMade] = useState<Made>()
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <NameForm
        open={open}
        onClose={onClose}
        isFull={isFull}
        onMade={(one) => {
          onClose()
          setMade(one)
          setIsShown(true)
        }}
      />
      {made && (
        <AppPasswordSlip
          open={isShown}
          onClose={() => setIsShown(false)}
          onLeft={() => {
            setMade(undefined)
            onLeft()
          }}
          name={made.name}
          connection={{ ...address, password: made.password }}
        />
      )}
    </>
  )
}

interface NameFormProps extends Pick<CreateAppPasswordProps, 'open' | 'onClose' | 'isFull'> {
  onMade: (made: Made) => void
}

function NameForm({ open, onClose, isFull, onMade }: NameFormProps) {
  const form = useId()
  const create = useCreateAppPassword()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setName('')
      setError(undefined)
    }
  }
  const close = () => {
    create.reset()
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    if (name.trim() === '') {
      setError(NAME_MISSING)
      return focusAfterSubmit(event.currentTarget, false)
    }
    create.mutate(name, {
      onSuccess: ({ appPassword, password }) => {
        // Removes the password from the state of the mutation as well.
        create.reset()
        onMade({ name: appPassword.name, password })
      },
      onError: (failure) => setError(failure instanceof ApiError ? failure.fields['name'] : undefined),
    })
  }
  const problem = create.isError && error === undefined ? create.error : undefined
  const isTooMany = isFull || (problem instanceof ApiError && problem.is(tooManyAppPasswords))
  return (
    <Dialog
      open={open}
      onClose={close}
      title="App-Passwort erstellen"
      footer={
        <>
          <Button onClick={close}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={create.isPending} disabled={isFull}>
            Erstellen
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="Woran du es in der Liste erkennst, zum Beispiel das Gerät"
          error={error}
          maxLength={APP_PASSWORD_NAME_MAX_LENGTH}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            setError(undefined)
          }}
        />
        {isTooMany && <Notice kind="warning">{tooManyAppPasswords.text}</Notice>}
        {problem !== undefined && !isTooMany && (
          <Notice kind="danger">{textOf(problem, CREATE_FAILED)}</Notice>
        )}
      </form>
    </Dialog>
  )
}
