import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type SubmitEvent } from 'react'
import type { Refused } from './session/refused.ts'

/** What a form holds by field name; unchecked boxes are missing. */
export type Values = Record<string, FormDataEntryValue>
/** A sentence for each field that is wrong. */
export type FieldErrors = Record<string, string>

export type Outcome =
  /** `isUnchanged`: all was so already, nothing was sent. */
  | { kind: 'done'; isUnchanged?: boolean }
  | { kind: 'wrong'; fields: FieldErrors }
  /**
   * The server said no: at these fields if the form has them, else in one sentence; `retryAfterSeconds` after too
   * many tries.
   */
  | { kind: 'problem'; text: string; fields: FieldErrors; retryAfterSeconds?: number | undefined }
  | { kind: 'unverified'; email: string }
  | { kind: 'registered' }

/** What a form knows about its values, and where it sends them. Comes after the first screen. */
export interface FormRules {
  errorsIn: (values: Values) => FieldErrors
  submit: (values: Values) => Promise<Outcome>
}

interface FormOptions {
  /** The first field got the focus. */
  onBegin?: (() => void) | undefined
  loadRules: () => Promise<FormRules>
  /** Everything but what the form shows itself. */
  onOutcome: (outcome: Outcome) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

const UNREACHABLE = 'server nicht erreichbar, versuche es später erneut'

const valuesOf = (form: HTMLFormElement): Values => Object.fromEntries(new FormData(form))

/** `fields` with one field’s sentence set or taken away. */
function withField(fields: FieldErrors, name: string, error: string | undefined): FieldErrors {
  const { [name]: _old, ...others } = fields
  return error === undefined ? others : { ...others, [name]: error }
}

/**
 * A form whose values stay in its fields: checked on blur and on submit, each error at its field, the focus on the
 * first wrong one.
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
  // Nobody waits for the rules here: what cannot be loaded now is loaded, or missed, on submit.
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

  /** What is wrong with one field now, as far as the rules are here. */
  const errorAt = ({ form, name }: Control) =>
    form === null ? undefined : rules.current?.errorsIn(valuesOf(form))[name]

  return {
    problem,
    /** Nothing can be sent for a while, after too many tries. */
    isWaiting,
    busy,
    form: {
      ref,
      noValidate: true,
      // Until the script is here a press on the button must do nothing: `dialog` is the one method that neither
      // leaves the page nor puts what was typed into an address.
      method: 'dialog',
      onFocus: begin,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy && !isWaiting) void submit(event.currentTarget)
      },
    } as const,
    /** Name, error and listeners of a field. */
    field: (name: string) => ({
      name,
      error: errors[name],
      onBlur: ({ currentTarget }: FocusEvent<Control>) => {
        if (currentTarget.value !== '') setErrors((fields) => withField(fields, name, errorAt(currentTarget)))
      },
      onInput: ({ currentTarget }: FormEvent<Control>) => {
        // A sentence goes as soon as it is no longer true; a new one waits for the end of typing.
        if (errors[name] !== undefined && errorAt(currentTarget) !== errors[name]) {
          setErrors((fields) => withField(fields, name, undefined))
        }
      },
    }),
  }
}
