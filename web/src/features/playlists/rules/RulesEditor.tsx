import type { SmartRules } from '@tonarchiv/contract/playlist-rules'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type SubmitEvent,
} from 'react'
import { useNavigate } from 'react-router'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { useLeaveGuard } from '#ui/hooks/use-leave-guard.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { draftOf, rulesFrom } from './draft-rules.ts'
import { MatchField, RuleList } from './RuleList.tsx'
import { RulesResult } from './RulesResult.tsx'
import styles from './RulesEditor.module.css'

interface RulesEditorProps {
  id: string
  /**
   * Number of requests to close the editor. When it increases, the editor closes; if there are unsaved changes, it asks
   * before.
   */
  closeRequests: number
  /** The rules that the server has stored. Another device may change them while the editor is open. */
  rules: SmartRules
  isSaving: boolean
  /** The error text of the last attempt to save. */
  failure: string | undefined
  onSave: (rules: SmartRules) => void
  onClose: () => void
}

/** The state of the form. If it contains unsaved changes, closing it requires a confirmation. */
function useRulesForm({ rules: stored, closeRequests, onClose }: RulesEditorProps) {
  const navigate = useNavigate()
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [isAsking, setIsAsking] = useState(false)
  const { rules, problems } = useMemo(() => rulesFrom(draft), [draft])
  const isChanged = rules === undefined || !isEqual(rules, base)
  const isForeign = !isEqual(stored, base)
  // If the form was not changed, it takes the rules that another device has saved.
  if (isForeign && !isChanged) {
    setBase(stored)
    setDraft(draftOf(stored))
  }
  const { pending, stay } = useLeaveGuard(isChanged, (path) => void navigate(path))
  const close = () => (isChanged ? setIsAsking(true) : onClose())
  const closeNow = useEffectEvent(close)
  const handled = useRef(closeRequests)
  useEffect(() => {
    if (handled.current === closeRequests) return
    handled.current = closeRequests
    closeNow()
  }, [closeRequests])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const done = new AbortController()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      closeNow()
    }
    form.current?.addEventListener('keydown', onKey, { signal: done.signal })
    return () => done.abort()
  }, [])
  return {
    form,
    draft,
    setDraft,
    rules,
    problems: isChanged ? problems : undefined,
    isChanged,
    /** Whether both this form and another device have changed the rules. */
    isConflict: isForeign && isChanged,
    close,
    question: {
      open: isAsking || pending !== undefined,
      onConfirm:
        pending ??
        (() => {
          setIsAsking(false)
          onClose()
        }),
      onCancel: () => {
        setIsAsking(false)
        stay()
      },
    },
  }
}

/** The editor for the rules of a smart playlist. */
export function RulesEditor(props: RulesEditorProps) {
  const { id, isSaving, failure, onSave } = props
  const title = useId()
  const { form, draft, setDraft, rules, problems, isChanged, isConflict, close, question } =
    useRulesForm(props)
  const focusRule = useFocusOfRules(form)
  return (
    <>
      <form
        ref={form}
        id={id}
        className={styles.editor}
        aria-labelledby={title}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (rules !== undefined && isChanged && !isSaving) onSave(rules)
        }}
      >
        <div className={styles.main}>
          <header className={styles.head}>
            <h2 id={title}>Regeln</h2>
            <div className={styles.mode}>
              <MatchField
                label="Ein Titel gehört dazu, wenn"
                value={draft.match}
                onValue={(match) => setDraft({ ...draft, match })}
              />
              <span>davon zutreffen:</span>
            </div>
          </header>
          {isConflict && (
            <Notice kind="warning" className={styles.notice}>
              Auf einem anderen Gerät wurden die Regeln gerade geändert. Speichern ersetzt sie.
            </Notice>
          )}
          {failure !== undefined && (
            <Notice kind="danger" className={styles.notice}>
              {failure}
            </Notice>
          )}
          <RuleList
            draft={draft}
            problems={problems}
            onChange={setDraft}
            onAdded={focusRule.added}
            onRemoved={focusRule.removed}
          />
        </div>
        <RulesResult {...{ draft, rules, problems }} onChange={setDraft} />
        <footer className={styles.foot}>
          <Text as="p" size="sm" tone="muted" className={styles.hint}>
            Wird bei jedem Öffnen neu zusammengestellt.
          </Text>
          <Button kind="ghost" onClick={close}>
            Abbrechen
          </Button>
          <Button kind="primary" type="submit" busy={isSaving} disabled={rules === undefined || !isChanged}>
            Speichern
          </Button>
        </footer>
      </form>
      <ConfirmDialog {...question} title="Änderungen verwerfen?" confirm="Verwerfen">
        Die geänderten Regeln sind noch nicht gespeichert.
      </ConfirmDialog>
    </>
  )
}

function isEqual(one: SmartRules, other: SmartRules): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Focuses a rule that was added. After a rule was removed, focuses the rule that takes its position. */
function useFocusOfRules(form: RefObject<HTMLFormElement | null>) {
  const wanted = useRef<{ key: string } | { index: number }>(undefined)
  const rows = () => [...(form.current?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])]
  useEffect(() => {
    const target = wanted.current
    wanted.current = undefined
    if (target === undefined || form.current === null) return
    const all = [...form.current.querySelectorAll<HTMLElement>('[data-rule]')]
    const row =
      'key' in target
        ? all.find(({ dataset }) => dataset['rule'] === target.key)
        : all[Math.min(target.index, all.length - 1)]
    const control = row?.querySelector('select') ?? form.current.querySelector<HTMLElement>('[data-add-rule]')
    control?.focus()
  })
  return {
    added: (key: string) => {
      wanted.current = { key }
    },
    removed: (key: string) => {
      wanted.current = { index: rows().findIndex(({ dataset }) => dataset['rule'] === key) }
    },
  }
}
