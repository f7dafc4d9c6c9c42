import * as z from 'zod/mini'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { IsoTimestamp, wholeNumber } from './text.ts'

/*
 * Which notices a member gets, and on which channel. See docs/product.md §27.
 */

/** Where a notice is shown: in the inbox of the archive, as a push message, or in the digest by e-mail. */
export const NOTICE_CHANNELS = ['here', 'push', 'mail'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/**
 * What a topic does on a channel: the default of a choice (`true`, `false`), `always` when it cannot be switched off,
 * `never` when it does not exist there.
 */
type OnChannel = boolean | 'always' | 'never'

/** The rows of the settings table, in their order. Each kind of notice belongs to one topic. */
export const NOTICE_TOPICS = {
  directMessages: { here: true, push: true, mail: false },
  mentions: { here: true, push: true, mail: true },
  reactions: { here: true, push: false, mail: 'never' },
  friends: { here: true, push: true, mail: true },
  invitations: { here: true, push: true, mail: 'never' },
  archive: { here: true, push: false, mail: true },
  premieres: { here: true, push: true, mail: false },
  access: { here: true, push: true, mail: true },
  security: { here: 'always', push: true, mail: 'always' },
} as const satisfies Record<string, Record<NoticeChannel, OnChannel>>

const TOPICS = [
  'directMessages',
  'mentions',
  'reactions',
  'friends',
  'invitations',
  'archive',
  'premieres',
  'access',
  'security',
] as const satisfies readonly (keyof typeof NOTICE_TOPICS)[]
export const NoticeTopic = z.enum(TOPICS)
export type NoticeTopic = z.infer<typeof NoticeTopic>

/** All kinds of notices, with the topic whose settings hold for them. */
export const NOTICE_KINDS = {
  friendRequest: 'friends',
  friendAccepted: 'friends',
  invitationAccepted: 'friends',
  directMessage: 'directMessages',
  mention: 'mentions',
  reply: 'mentions',
  reaction: 'reactions',
  roomInvitation: 'invitations',
  playlistInvitation: 'invitations',
  newAlbums: 'archive',
  newVideos: 'archive',
  premiereSoon: 'premieres',
  premiereOpen: 'premieres',
  premiereMoved: 'premieres',
  premiereCancelled: 'premieres',
  accessEnding: 'access',
  security: 'security',
} as const satisfies Record<string, NoticeTopic>

const KINDS = [
  'friendRequest',
  'friendAccepted',
  'invitationAccepted',
  'directMessage',
  'mention',
  'reply',
  'reaction',
  'roomInvitation',
  'playlistInvitation',
  'newAlbums',
  'newVideos',
  'premiereSoon',
  'premiereOpen',
  'premiereMoved',
  'premiereCancelled',
  'accessEnding',
  'security',
] as const satisfies readonly (keyof typeof NOTICE_KINDS)[]
export const NoticeKind = z.enum(KINDS)
export type NoticeKind = z.infer<typeof NoticeKind>

/** The kinds that muting the chat silences: they are stored as read, and nothing is sent. */
export const CHAT_KINDS: readonly NoticeKind[] = ['mention', 'reply', 'reaction']

/** Minutes since midnight. */
const MinuteOfDay = wholeNumber({ min: 0, max: 1439, error: 'Bitte gib eine Uhrzeit an' })

/** When nothing is sent. Days are those on which the quiet time begins: 1 is Monday, 7 is Sunday. */
export const QuietHours = z.object({
  isOn: z.boolean(),
  fromMinute: MinuteOfDay,
  untilMinute: MinuteOfDay,
  days: z.array(wholeNumber({ min: 1, max: 7 })).check(z.maxLength(7)),
})
export type QuietHours = z.infer<typeof QuietHours>

export const DigestRhythm = z.enum(['off', 'daily', 'weekly'])
export type DigestRhythm = z.infer<typeof DigestRhythm>

const Choices = z.object({ here: z.boolean(), push: z.boolean(), mail: z.boolean() })

export const NotificationSettings = z.object({
  /** For each topic, whether its notices come on each channel. */
  choices: z.record(NoticeTopic, Choices),
  quiet: QuietHours,
  /** The time zone of the device that has last saved quiet hours or digest, such as `Europe/Berlin`. */
  timeZone: z.string(),
  /** The end of the time for which the chat is muted; null while it is not muted. */
  chatMutedUntil: z.nullable(IsoTimestamp),
  digest: DigestRhythm,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The refusal for a choice that does not exist or cannot be switched off. */
export const choiceIsFixed = refusal(400, 'CHOICE_IS_FIXED', 'Das lässt sich nicht ändern')
export const unknownTimeZone = refusal(400, 'UNKNOWN_TIME_ZONE', 'Diese Zeitzone ist unbekannt')

const answer = z.object({ settings: NotificationSettings })

export const getNotificationSettings = route({
  method: 'GET',
  path: '/api/notification-settings',
  access: 'verified',
  summary: 'Which notices the caller gets, and on which channel.',
  answer,
})

/** Changes one choice, or one group of the settings. Fields that are missing keep their values. */
export const changeNotificationSettings = route({
  method: 'PATCH',
  path: '/api/notification-settings',
  access: 'verified',
  summary: 'Changes a part of these settings.',
  body: z.object({
    choice: z.optional(z.object({ topic: NoticeTopic, channel: z.enum(NOTICE_CHANNELS), isOn: z.boolean() })),
    quiet: z.optional(QuietHours),
    digest: z.optional(DigestRhythm),
    timeZone: z.optional(z.string().check(z.maxLength(64))),
    /** For how many minutes the chat is muted, at most a day; 0 ends it. */
    muteChatMinutes: z.optional(wholeNumber({ min: 0, max: 1440 })),
  }),
  answer,
  refusals: [choiceIsFixed, unknownTimeZone],
})
