import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type SubmitEvent } from 'react'
import type { Refused } from '../session/refused.ts'

/** The values of a form by field name. A checkbox that is not checked has no value. */
export type Values = Record<string, FormDataEntryValue>
/** The error texts of the invalid fields, by field name. */
export type FieldErrors = Record<string, string>

/** The screen that replaces the login form: an unverified address, or a second factor after the password. */
export interface LoginRedirection {
  email?: string | undefined
  halfSession?: string | undefined
}

export type Outcome =
  /** `isUnchanged`: the values were already stored, so nothing was sent. */
  | { kind: 'done'; isUnchanged?: boolean }
  | { kind: 'wrong'; fields: FieldErrors }
  /**
   * The server has rejected the form. If the form has the fields in `fields`, it shows their errors there; otherwise it
   * shows `text`. `retryAfterSeconds` is set after too many attempts.
   */
  | { kind: 'problem'; text: string; fields: FieldErrors; retryAfterSeconds?: number | undefined }
  /** The login goes on at another screen. */
  | ({ kind: 'redirect' } & LoginRedirection)
  | { kind: 'registered' }

/** Validates a form and sends it. Implementations are loaded after the first screen. */
export interface FormRules {
  errorsIn: (values: Values) => FieldErrors
  submit: (values: Values) => Promise<Outcome>
}

interface FormOptions {
  /** Called when a field gets the focus for the first time. */
  onBegin?: (() => void) | undefined
  loadRules: () => Promise<FormRules>
  /** Called with those outcomes that the form does not show itself. */
  onOutcome: (outcome: Outcome) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** The text for a part of the app that cannot be loaded, or a form that cannot be sent. */
export const UNREACHABLE = 'server nicht erreichbar, versuche es später erneut'

const valuesOf = (form: HTMLFormElement): Values => Object.fromEntries(new FormData(form))

/** A copy of `fields` in which the error of one field is set or, with undefined, removed. */
function withField(fields: FieldErrors, name: string, error: string | undefined): FieldErrors {
  const { [name]: _old, ...others } = fields
  return error === undefined ? others : { ...others, [name]: error }
}

/**
 * A form with uncontrolled fields. Fields are validated when they lose the focus, and all of them on submit. Each error
 * is shown at its field, and the first invalid field gets the focus.
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
  // Loads the rules in advance. If that fails, they are loaded again on submit.
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

  /** The current error of a field; undefined if there is none, or while the rules are not loaded. */
  const errorAt = ({ form, name }: Control) =>
    form === null ? undefined : rules.current?.errorsIn(valuesOf(form))[name]

  return {
    problem,
    /** Whether the form cannot be sent for a while, after too many attempts. */
    isWaiting,
    busy,
    form: {
      ref,
      noValidate: true,
      // Before the script has loaded, submitting must do nothing. With the method `dialog` the browser neither leaves
      // the page nor puts the values into a URL.
      method: 'dialog',
      onFocus: begin,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy && !isWaiting) void submit(event.currentTarget)
      },
    } as const,
    /** The name, the error and the event handlers of a field. */
    field: (name: string) => ({
      name,
      error: errors[name],
      onBlur: ({ currentTarget }: FocusEvent<Control>) => {
        if (currentTarget.value !== '') setErrors((fields) => withField(fields, name, errorAt(currentTarget)))
      },
      onInput: ({ currentTarget }: FormEvent<Control>) => {
        // An error disappears as soon as it is corrected. New errors are shown only when the field loses the focus.
        if (errors[name] !== undefined && errorAt(currentTarget) !== errors[name]) {
          setErrors((fields) => withField(fields, name, undefined))
        }
      },
    }),
  }
}
