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
  /** A count; when it increases, the editor closes, after a question if something was changed. */
  closeRequests: number
  /** The stored rules, which another device may change while the editor is open. */
  rules: SmartRules
  isSaving: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
  onSave: (rules: SmartRules) => void
  onClose: () => void
}

/** The content of the form, and whether it may close. Input is only discarded after a question. */
function useRulesForm({ rules: stored, closeRequests, onClose }: RulesEditorProps) {
  const navigate = useNavigate()
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [isAsking, setIsAsking] = useState(false)
  const { rules, problems } = useMemo(() => rulesFrom(draft), [draft])
  const isChanged = rules === undefined || !isEqual(rules, base)
  const isForeign = !isEqual(stored, base)
  // Rules that another device has saved replace a form that was not changed.
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
    /** Whether the rules were changed both here and on another device. */
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

/** The rules of a smart playlist. */
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

/** Focuses a rule that was added. After a removal, focuses the rule at the same position. */
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
