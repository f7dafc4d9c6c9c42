import {
  CHAT_KINDS,
  choiceIsFixed,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeKind,
  NoticeTopic,
  type NotificationSettings,
  QuietHours,
  unknownTimeZone,
} from '@tonarchiv/contract/notification-settings'
import type { changeNotificationSettings } from '@tonarchiv/contract/notification-settings'
import type { BodyOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import type { Executor } from '#database/prepared.ts'
import { growingCache } from '#platform/growing-cache.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { quietUntil } from './quiet-hours.ts'
import * as store from '../store/settings.ts'

const MINUTE_MS = 60_000
/** Maximum number of different choices that are cached in parsed form. */
const PARSED_MAX = 500
const DEFAULT_TIME_ZONE = 'Europe/Berlin'
/** Half past ten in the evening until seven, from Monday to Friday; off until the member switches it on. */
const DEFAULT_QUIET: QuietHours = { isOn: false, fromMinute: 1350, untilMinute: 420, days: [1, 2, 3, 4, 5] }

const Stored = z.partialRecord(
  NoticeTopic,
  z.partial(z.object({ here: z.boolean(), push: z.boolean(), mail: z.boolean() })),
)
type StoredChoices = z.infer<typeof Stored>

/**
 * Whether a notice of this kind is sent on this channel now: the member has chosen it, there are no quiet hours (for
 * push and mail), and the chat is not muted (for kinds of the chat).
 */
export function wantsNotice(
  settings: NotificationSettings,
  kind: NoticeKind,
  channel: NoticeChannel,
  now: Date,
): boolean {
  if (!isChosen(settings, kind, channel)) return false
  if (channel !== 'here' && quietUntil(settings, now) !== undefined) return false
  return channel === 'here' || !isMuted(settings, kind, now)
}

/** Whether the member has chosen to get notices of this kind on this channel, at whatever time. */
export function isChosen(
  { choices }: NotificationSettings,
  kind: NoticeKind,
  channel: NoticeChannel,
): boolean {
  return choices[NOTICE_KINDS[kind]][channel]
}

/** Whether the member has muted the chat and the kind belongs to the chat. */
export function isMuted({ chatMutedUntil }: NotificationSettings, kind: NoticeKind, now: Date): boolean {
  return chatMutedUntil !== null && Date.parse(chatMutedUntil) > now.getTime() && CHAT_KINDS.includes(kind)
}

/** The settings of these accounts; defaults for those that have changed nothing. */
export async function settingsOf(
  db: Executor,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationSettings>> {
  const rows = new Map((await store.findSettings(db, userIds)).map((row) => [row.userId, row]))
  return new Map(userIds.map((id) => [id, toSettings(rows.get(id))]))
}

export async function settingsOfOne(db: Executor, userId: string): Promise<NotificationSettings> {
  const [row] = await store.findSettings(db, [userId])
  return toSettings(row)
}

/** @throws Refused `choiceIsFixed`, `unknownTimeZone` */
export async function changeSettings(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  { choice, quiet, digest, timeZone, muteChatMinutes }: BodyOf<typeof changeNotificationSettings>,
): Promise<NotificationSettings> {
  if (choice !== undefined && typeof NOTICE_TOPICS[choice.topic][choice.channel] !== 'boolean')
    throw new Refused(choiceIsFixed)
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new Refused(unknownTimeZone)
  await db.transaction().execute(async (trx) => {
    const before = await store.lockSettings(trx, db.kind, userId, toRow(userId, undefined))
    const choices = storedChoices(before.choices)
    const changed = {
      ...(choice !== undefined && {
        choices: JSON.stringify({
          ...choices,
          [choice.topic]: { ...choices[choice.topic], [choice.channel]: choice.isOn },
        }),
      }),
      ...(quiet !== undefined && { quiet: JSON.stringify(quiet) }),
      ...(digest !== undefined && { digest }),
      ...(timeZone !== undefined && { timeZone }),
      ...(muteChatMinutes !== undefined && { chatMutedUntil: mutedUntil(now(), muteChatMinutes) }),
    }
    if (Object.keys(changed).length > 0) await store.updateSettings(trx, userId, changed)
  })
  return settingsOfOne(db, userId)
}

function mutedUntil(now: Date, minutes: number): string | null {
  return minutes === 0 ? null : new Date(now.getTime() + minutes * MINUTE_MS).toISOString()
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('de', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function toRow(userId: string, row: store.SettingsRow | undefined): store.SettingsRow {
  return (
    row ?? {
      userId,
      choices: '{}',
      quiet: JSON.stringify(DEFAULT_QUIET),
      timeZone: DEFAULT_TIME_ZONE,
      chatMutedUntil: null,
      digest: 'off',
    }
  )
}

function toSettings(found: store.SettingsRow | undefined): NotificationSettings {
  const { choices, quiet, timeZone, chatMutedUntil, digest } = toRow('', found)
  return { ...parsedChoices(choices, quiet), timeZone, chatMutedUntil, digest }
}

type Parsed = Pick<NotificationSettings, 'choices' | 'quiet'>

/**
 * Parsed choices of members, by the stored text. Most members have one of a few texts, and parsing takes longer than
 * reading.
 */
const parsed = growingCache<string, Parsed>(PARSED_MAX)

function parsedChoices(choices: string, quiet: string): Parsed {
  const key = `${choices}\n${quiet}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const made = { choices: choicesIn(choices), quiet: z.parse(QuietHours, JSON.parse(quiet)) }
  parsed.set(key, made)
  return made
}

function choicesIn(json: string): NotificationSettings['choices'] {
  const stored = storedChoices(json)
  const choice = (topic: NoticeTopic, channel: NoticeChannel) => {
    const rule = NOTICE_TOPICS[topic][channel]
    return typeof rule === 'boolean' ? (stored[topic]?.[channel] ?? rule) : rule === 'always'
  }
  const choicesOf = (topic: NoticeTopic) => {
    const [here, push, mail] = NOTICE_CHANNELS.map((channel) => choice(topic, channel))
    return { here: here === true, push: push === true, mail: mail === true }
  }
  return {
    directMessages: choicesOf('directMessages'),
    mentions: choicesOf('mentions'),
    reactions: choicesOf('reactions'),
    friends: choicesOf('friends'),
    invitations: choicesOf('invitations'),
    archive: choicesOf('archive'),
    premieres: choicesOf('premieres'),
    access: choicesOf('access'),
    security: choicesOf('security'),
  }
}

function storedChoices(json: string): StoredChoices {
  return z.parse(Stored, JSON.parse(json))
}
