import * as z from 'zod/mini'
import type { AuditSentence, Feature } from '#feature.ts'

/** An act as it was recorded. */
interface RecordedAct {
  action: string
  target: string
  /** The name of the account that it was done to, while there is one. */
  targetUsername?: string | null
  before: unknown
  after: unknown
}

/**
 * A sentence from what was noted before and after the act. `note` names what may be in it, all optional: older notes
 * lack some of it, and of a note that does not fit nothing is read.
 */
export function auditSentence<Note extends object>(
  note: z.ZodMiniType<Note>,
  write: (event: { before: Partial<Note>; after: Partial<Note> }) => string,
): AuditSentence {
  const read = (value: unknown): Partial<Note> => note.safeParse(value).data ?? {}
  return ({ before, after }) => write({ before: read(before), after: read(after) })
}

/** What happened in German, without who did it. */
export type Describe = (event: RecordedAct) => string

/** Describes acts by the sentences of all features; an act that is unknown is shown by its name. */
export function describeActs(features: readonly Feature[]): Describe {
  const sentences = new Map<string, AuditSentence>()
  for (const { name, auditSentences } of features)
    for (const [action, sentence] of Object.entries(auditSentences)) {
      if (sentences.has(action)) throw new Error(`The act ${action} has a second sentence in ${name}`)
      sentences.set(action, sentence)
    }
  return ({ action, target, targetUsername, before, after }) =>
    sentences.get(action)?.({ target, username: targetUsername ?? undefined, before, after }) ?? action
}
