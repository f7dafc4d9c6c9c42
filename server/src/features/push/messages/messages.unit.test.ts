import { expect, test } from 'vitest'
import { createReceiver, verifyVapid } from '#testing/push/receiver.ts'
import { areUsableKeys, encryptMessage, MESSAGE_MAX_BYTES } from './encrypt.ts'
import { makeVapidKeys, privateKeyText, readPrivateKey, vapidHeader } from './vapid.ts'

/** The example of RFC 8291, Appendix A. */
const EXAMPLE = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as in the example of RFC 8291', () => {
  const body = encryptMessage(
    Buffer.from(EXAMPLE.plaintext),
    { p256dh: EXAMPLE.receiverPublic, auth: EXAMPLE.auth },
    { salt: bytes(EXAMPLE.salt), privateKey: bytes(EXAMPLE.senderPrivate) },
  )
  expect(body.toString('base64url')).toBe(EXAMPLE.body)
})

test('the receiver of the tests decrypts the example of RFC 8291', () => {
  const receiver = createReceiver({ privateKey: bytes(EXAMPLE.receiverPrivate), auth: bytes(EXAMPLE.auth) })
  expect(receiver.keys.p256dh).toBe(EXAMPLE.receiverPublic)
  expect(receiver.decrypt(bytes(EXAMPLE.body)).toString()).toBe(EXAMPLE.plaintext)
})

test('only the browser with the keys reads a message, and two equal messages differ', () => {
  const [receiver, other] = [createReceiver(), createReceiver()]
  const message = Buffer.from('{"title":"Grüße"}')
  const [first, second] = [encryptMessage(message, receiver.keys), encryptMessage(message, receiver.keys)]
  expect(receiver.decrypt(first)).toEqual(message)
  expect(receiver.decrypt(second)).toEqual(message)
  expect(first.equals(second)).toBe(false)
  expect(() => other.decrypt(first)).toThrow()
  const stolenAuth = createReceiver()
  expect(() => encryptAndRead(message, { ...receiver.keys, auth: stolenAuth.keys.auth }, receiver)).toThrow()
})

function encryptAndRead(
  message: Buffer,
  keys: { p256dh: string; auth: string },
  receiver: ReturnType<typeof createReceiver>,
) {
  return receiver.decrypt(encryptMessage(message, keys))
}

test('the longest message fits into the 4,096 bytes that every push service accepts, and a longer one is refused', () => {
  const receiver = createReceiver()
  const longest = Buffer.alloc(MESSAGE_MAX_BYTES, 'x')
  const body = encryptMessage(longest, receiver.keys)
  expect(body).toHaveLength(4096)
  expect(receiver.decrypt(body)).toEqual(longest)
  expect(() => encryptMessage(Buffer.alloc(MESSAGE_MAX_BYTES + 1), receiver.keys)).toThrow(RangeError)
})

test('keys of a wrong length, and points that are not on the curve, are not usable', () => {
  const { p256dh, auth } = createReceiver().keys
  expect(areUsableKeys({ p256dh, auth })).toBe(true)
  expect(areUsableKeys({ p256dh: p256dh.slice(0, -4), auth })).toBe(false)
  expect(areUsableKeys({ p256dh, auth: `${auth}AAAA` })).toBe(false)
  expect(areUsableKeys({ p256dh, auth: '' })).toBe(false)
  const offCurve = bytes(p256dh)
  offCurve.writeUInt8(offCurve.readUInt8(64) ^ 1, 64)
  expect(areUsableKeys({ p256dh: offCurve.toString('base64url'), auth })).toBe(false)
})

test('the header names the origin of the push service, half a day and a contact, and is signed by the stored key', () => {
  const made = makeVapidKeys()
  const keys = { publicKey: made.publicKey, privateKey: readPrivateKey(privateKeyText(made)) }
  const now = new Date('2026-11-26T12:00:00Z')
  const header = vapidHeader(
    keys,
    new URL('https://push.example/send/abc?x=1'),
    'https://archiv.example',
    now,
  )
  expect(verifyVapid(header)).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1000 + 12 * 60 * 60,
    sub: 'https://archiv.example',
    key: made.publicKey,
  })
  const signature = header.replace(/k=.*/, `k=${makeVapidKeys().publicKey}`)
  expect(() => verifyVapid(signature)).toThrow('The signature is wrong')
})
