import type { KeyBatch } from '@tonarchiv/contract/key-batches'
import { keysText } from '@tonarchiv/contract/scope-text'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { useCreateKeys } from './api.ts'
import styles from './CreateKeys.module.css'
import {
  EMPTY_ORDER,
  errorsOf,
  orderButton,
  type OrderErrors,
  type OrderForm,
  orderOf,
  orderSentence,
} from './order.ts'
import { ScopeField } from './ScopeField.tsx'

const STAYS = [
  { value: 'forever', label: 'Für immer' },
  { value: 'days', label: 'Tage' },
] as const

interface CreateKeysProps {
  open: boolean
  onClose: () => void
  onMade: (batch: KeyBatch, keys: readonly string[]) => void
}

/** The dialog that creates keys. After a failure, the form keeps its values. */
export function CreateKeys({ open, onClose, onMade }: CreateKeysProps) {
  const id = useId()
  const [form, setForm] = useState(EMPTY_ORDER)
  /** When the form was last validated, in milliseconds since 1970; undefined before the first attempt. */
  const [checkedAt, setCheckedAt] = useState<number>()
  const body = useRef<HTMLFormElement>(null)
  const create = useCreateKeys()
  const errors = checkedAt === undefined ? {} : errorsOf(form, checkedAt)
  const change = (changed: Partial<OrderForm>) => setForm({ ...form, ...changed })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const now = Date.now()
    setCheckedAt(now)
    if (Object.keys(errorsOf(form, now)).length > 0) {
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    create.mutate(orderOf(form), {
      onSuccess({ batch, keys }) {
        setForm(EMPTY_ORDER)
        setCheckedAt(undefined)
        onMade(
          batch,
          keys.map(({ key }) => key),
        )
        onClose()
      },
      onError: (failure) =>
        showToast(textOf(failure, 'Fehler beim Generieren des Zugangschlüssels'), {
          kind: 'error',
          duration: ADMIN_TOAST,
        }),
    })
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title="Schlüssel generieren"
      width="large"
      className={styles.dialog}
      footer={
        <div className={styles.foot}>
          <p className={styles.sentence} aria-live="polite">
            {create.isPending ? (
              `${keysText(Number(form.count))} werden generiert...`
            ) : (
              <>
                <strong>{keysText(Number(form.count) || 0)}</strong> {orderSentence(form)}
              </>
            )}
          </p>
          <Button kind="ghost" onClick={onClose}>
            Abbrechen
          </Button>
          <Button kind="primary" type="submit" form={id} busy={create.isPending}>
            {orderButton(form)}
          </Button>
        </div>
      }
    >
      <form ref={body} id={id} className={styles.form} onSubmit={submit} noValidate>
        <Numbers {...{ form, errors, change }} />
        <ScopeField form={form} error={errors.scope} onChange={change} />
        <Times {...{ form, errors, change }} />
      </form>
    </Dialog>
  )
}

interface PartProps {
  form: OrderForm
  errors: OrderErrors
  change: (changed: Partial<OrderForm>) => void
}

function Numbers({ form, errors, change }: PartProps) {
  return (
    <div className={classNames(styles.pair, styles.numbers)}>
      <TextField
        label="Anzahl Schlüssel"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        data-autofocus
        error={errors.count}
        value={form.count}
        onChange={({ currentTarget: { value } }) => change({ count: value })}
      />
      <TextField
        label="Einlösungen je Schlüssel"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        error={errors.maxUses}
        value={form.maxUses}
        onChange={({ currentTarget: { value } }) => change({ maxUses: value })}
      />
      <TextField
        label="Notiz"
        hint="nur für Admins"
        autoComplete="off"
        maxLength={200}
        fieldClassName={styles.wide}
        error={errors.note}
        value={form.note}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
      />
    </div>
  )
}

function Times({ form, errors, change }: PartProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Einlösbar bis"
        type="date"
        hint="Leer: kein Ende"
        error={errors.until}
        value={form.until}
        onChange={({ currentTarget: { value } }) => change({ until: value })}
      />
      <div>
        <span className={styles.label}>Aufenthalt nach dem Einlösen</span>
        <div className={styles.days}>
          <ToggleGroup
            label="Aufenthalt nach dem Einlösen"
            options={STAYS}
            value={form.stays}
            onChange={(stays) => change({ stays })}
          />
          {form.stays === 'days' && (
            <TextField
              label="Tage"
              labelHidden
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              aria-invalid={errors.stayDays === undefined ? undefined : true}
              value={form.stayDays}
              onChange={({ currentTarget: { value } }) => change({ stayDays: value })}
            />
          )}
        </div>
        {errors.stayDays !== undefined && <FieldError>{errors.stayDays}</FieldError>}
      </div>
    </div>
  )
}
