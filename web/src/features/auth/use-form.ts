import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type SubmitEvent } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Checked, FieldErrors } from '#client/check.ts'

interface FormRules<T> {
  /** What the form holds by field name; unchecked boxes are missing. */
  check: (values: Record<string, FormDataEntryValue>) => Checked<T>
  send: (data: T) => Promise<void>
  /** The sentence for a failure that belongs to no field; undefined when `send` has shown it already. */
  problemOf: (failure: ApiError) => string | undefined
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

/** `fields` with one field’s sentence set or taken away. */
function withField(fields: FieldErrors, name: string, error: string | undefined): FieldErrors {
  const { [name]: _old, ...others } = fields
  return error === undefined ? others : { ...others, [name]: error }
}

/**
 * A form whose values stay in its fields: checked on blur and on submit, each error at its field, the focus on the
 * first wrong one.
 */
export function useForm<T>({ check, send, problemOf }: FormRules<T>) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const refuse = (fields: FieldErrors) => {
    setErrors(fields)
    setRefusals((count) => count + 1)
  }

  const submit = async (form: HTMLFormElement) => {
    const checked = check(valuesOf(form))
    setProblem(undefined)
    if (!checked.ok) return refuse(checked.fields)
    setErrors({})
    setBusy(true)
    try {
      await send(checked.data)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const isAtFields = Object.keys(failure.fields).some((name) => form.elements.namedItem(name) !== null)
      if (isAtFields) refuse(failure.fields)
      else setProblem(problemOf(failure))
    } finally {
      setBusy(false)
    }
  }

  /** What is wrong with one field now. */
  const errorAt = (input: HTMLInputElement) => {
    const checked = input.form === null ? undefined : check(valuesOf(input.form))
    return checked === undefined || checked.ok ? undefined : checked.fields[input.name]
  }

  return {
    problem,
    busy,
    form: {
      ref,
      noValidate: true,
      // Until the script is here a press on the button must do nothing: `dialog` is the one method that neither
      // leaves the page nor puts what was typed into an address.
      method: 'dialog',
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      },
    } as const,
    /** Name, error and listeners of a field. */
    field: (name: string) => ({
      name,
      error: errors[name],
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        if (currentTarget.value !== '') setErrors((fields) => withField(fields, name, errorAt(currentTarget)))
      },
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        // A sentence goes as soon as it is no longer true; a new one waits for the end of typing.
        if (errors[name] !== undefined && errorAt(currentTarget) !== errors[name]) {
          setErrors((fields) => withField(fields, name, undefined))
        }
      },
    }),
  }
}
