import * as z from 'zod/mini'
import { invalidInput, notFound, rateLimited, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/** Maximum length of the address at which a push service accepts messages for one browser. */
export const PUSH_ENDPOINT_MAX_LENGTH = 1000

/** A browser that receives push messages. Its address and its keys are in no answer. */
export const PushDevice = z.object({
  id: Id,
  /** The name of the session, or of its browser. */
  name: z.string(),
  deviceType: z.enum(['mobile', 'tablet', 'desktop']),
  /** Whether it belongs to the caller's session. */
  isThisDevice: z.boolean(),
  /** The time at which the push service last accepted a message; null for never. */
  lastDeliveredAt: z.nullable(IsoTimestamp),
})
export type PushDevice = z.infer<typeof PushDevice>

/** The message that the service worker receives and shows (docs/subsystems/push.md). */
export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** The path that a press opens. */
  path: z.string(),
  /** A notification replaces an earlier one with the same tag. */
  tag: z.string(),
})
export type PushPayload = z.infer<typeof PushPayload>

export const unusablePushAddress = refusal(
  400,
  'UNUSABLE_PUSH_ADDRESS',
  'Dein Browser nennt eine Adresse, an die das Archiv nichts schicken kann. Mitteilungen gehen hier leider nicht.',
)

export const listPushDevices = route({
  method: 'GET',
  path: '/api/push/devices',
  access: 'verified',
  summary: 'The caller’s browsers that receive push messages, and the key with which a browser subscribes.',
  answer: z.object({
    devices: z.array(PushDevice),
    /** The caller’s own browser, even if it receives no push messages. */
    thisDevice: z.pick(PushDevice, { name: true, deviceType: true }),
    publicKey: z.string(),
  }),
})

const keyText = (length: number) => z.string().check(z.length(length), z.regex(/^[\w-]+$/))

export const addPushDevice = route({
  method: 'PUT',
  path: '/api/push/device',
  access: 'verified',
  summary: 'Lets the browser of the caller’s session receive push messages, or replaces its subscription.',
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(PUSH_ENDPOINT_MAX_LENGTH)),
    /** A point on P-256 and a secret of 16 bytes, base64url without padding. */
    p256dh: keyText(87),
    auth: keyText(22),
  }),
  answer: z.object({ device: PushDevice }),
  refusals: [unusablePushAddress, invalidInput, rateLimited],
})

export const removePushDevice = route({
  method: 'DELETE',
  path: '/api/push/devices/:id',
  access: 'verified',
  summary: 'Ends the push messages to one of the caller’s browsers.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const testPushDevice = route({
  method: 'POST',
  path: '/api/push/devices/:id/test',
  access: 'verified',
  summary: 'Sends a sample message to one of the caller’s browsers.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound, rateLimited],
})
