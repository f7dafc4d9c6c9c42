import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type SubmitEvent } from 'react'
import type { Refused } from '../session/refused.ts'

/** The values of a form by field name; unchecked boxes are missing. */
export type Values = Record<string, FormDataEntryValue>
/** An error text for each wrong field. */
export type FieldErrors = Record<string, string>

export type Outcome =
  /** `isUnchanged`: the values were the same already, so nothing was sent. */
  | { kind: 'done'; isUnchanged?: boolean }
  | { kind: 'wrong'; fields: FieldErrors }
  /**
   * The server has rejected the form. The form shows the field errors if it has these fields, otherwise the text;
   * `retryAfterSeconds` is set after too many attempts.
   */
  | { kind: 'problem'; text: string; fields: FieldErrors; retryAfterSeconds?: number | undefined }
  | { kind: 'unverified'; email: string }
  | { kind: 'registered' }

/** The validation of a form, and the call that it sends. Loaded after the first screen. */
export interface FormRules {
  errorsIn: (values: Values) => FieldErrors
  submit: (values: Values) => Promise<Outcome>
}

interface FormOptions {
  /** Called when the first field gets the focus. */
  onBegin?: (() => void) | undefined
  loadRules: () => Promise<FormRules>
  /** Called with every result that the form does not show itself. */
  onOutcome: (outcome: Outcome) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

const UNREACHABLE = 'server nicht erreichbar, versuche es später erneut'

const valuesOf = (form: HTMLFormElement): Values => Object.fromEntries(new FormData(form))

/** `fields` with the error of one field set or removed. */
function withField(fields: FieldErrors, name: string, error: string | undefined): FieldErrors {
  const { [name]: _old, ...others } = fields
  return error === undefined ? others : { ...others, [name]: error }
}

/**
 * A form with uncontrolled fields. It is validated on blur and on submit, shows each error at its field and focuses the
 * first wrong field.
 */
export function useForm({ onBegin, loadRules, onOutcome }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const rules = useRef<FormRules>(undefined)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)

  const isWaiting = problem?.waitSeconds !== undefined

  const prepare = async () => {
    rules.current ??= await loadRules()
    return rules.current
  }
  // Loads the rules in the background. If that fails, submit loads them again.
  const begin = () =>
    void prepare().then(
      () => onBegin?.(),
      () => undefined,
    )

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const refuse = (fields: FieldErrors) => {
    setErrors(fields)
    setRefusals((count) => count + 1)
  }

  const submit = async (form: HTMLFormElement) => {
    setBusy(true)
    setProblem(undefined)
    const outcome = await prepare()
      .then(({ submit: send }) => send(valuesOf(form)))
      .catch((): Outcome => ({ kind: 'problem', text: UNREACHABLE, fields: {} }))
    setBusy(false)
    if (outcome.kind === 'wrong') return refuse(outcome.fields)
    setErrors({})
    if (outcome.kind !== 'problem') return onOutcome(outcome)
    if (Object.keys(outcome.fields).some((name) => form.elements.namedItem(name) !== null)) {
      return refuse(outcome.fields)
    }
    setProblem({
      text: outcome.text,
      waitSeconds: outcome.retryAfterSeconds,
      onOver: () => setProblem(undefined),
    })
    return onOutcome(outcome)
  }

  /** The current error of one field, if the rules are loaded. */
  const errorAt = ({ form, name }: Control) =>
    form === null ? undefined : rules.current?.errorsIn(valuesOf(form))[name]

  return {
    problem,
    /** After too many attempts the form cannot be sent for a while. */
    isWaiting,
    busy,
    form: {
      ref,
      noValidate: true,
      // Before the script has loaded, submitting must do nothing: the method `dialog` neither leaves the page
      // nor puts the values into a URL.
      method: 'dialog',
      onFocus: begin,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy && !isWaiting) void submit(event.currentTarget)
      },
    } as const,
    /** Name, error and event handlers of a field. */
    field: (name: string) => ({
      name,
      error: errors[name],
      onBlur: ({ currentTarget }: FocusEvent<Control>) => {
        if (currentTarget.value !== '') setErrors((fields) => withField(fields, name, errorAt(currentTarget)))
      },
      onInput: ({ currentTarget }: FormEvent<Control>) => {
        // An error is removed as soon as it is corrected; a new one is shown on blur only.
        if (errors[name] !== undefined && errorAt(currentTarget) !== errors[name]) {
          setErrors((fields) => withField(fields, name, undefined))
        }
      },
    }),
  }
}
