import * as z from 'zod/mini'
import type { AuditSentence, Feature } from '#feature.ts'

/** An audit event as it was recorded. */
interface RecordedAct {
  action: string
  target: string
  /** The current name of the account that was changed, if it exists. */
  targetUsername?: string | null
  before: unknown
  after: unknown
}

/**
 * Makes a function that builds a sentence from the values before and after the change. `note` is the schema of these
 * values. All of them are optional, because older entries lack some. An entry that does not match the schema is treated
 * as empty.
 */
export function auditSentence<Note extends object>(
  note: z.ZodMiniType<Note>,
  write: (event: { before: Partial<Note>; after: Partial<Note> }) => string,
): AuditSentence {
  const read = (value: unknown): Partial<Note> => note.safeParse(value).data ?? {}
  return ({ before, after }) => write({ before: read(before), after: read(after) })
}

/** Returns a German description of an audit event. It does not name the author. */
export type Describe = (event: RecordedAct) => string

/**
 * Describes audit events with the sentences of all features. An event without a sentence is described by its `action`.
 */
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
