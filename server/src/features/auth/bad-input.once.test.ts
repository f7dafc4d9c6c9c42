import * as accessKeys from '@tonarchiv/contract/access-keys'
import * as auth from '@tonarchiv/contract/auth'
import { ErrorBody } from '@tonarchiv/contract/refusal'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import * as users from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

const EMAIL = 'Bitte gib deine E-Mail-Adresse ein'
const WRONG_EMAIL = 'Bitte gib eine gültige E-Mail-Adresse ein'
const LENGTH = 'Username muss zwischen 3 und 16 Zeichen lang sein'
const LETTERS = 'Username darf nur Buchstaben, Zahlen, Unterstriche und Bindestriche enthalten'
const SHORT = 'Passwort muss mindestens 6 Zeichen lang sein'
const LONG = 'Passwort darf höchstens 256 Zeichen lang sein'
const NO_TEXT = 'Bitte gib einen Text ein'
const CHARACTERS = 'Dieser Text enthält unzulässige Zeichen'
const WRONG_KEY = 'Ungültiger oder bereits verwendeter Zugangsschlüssel'
const WRONG_LINK = 'Ungültiger Link'
const INVALID = 'Ungültige Anfrage'
const WHOLE_FROM_1 = 'Bitte gib eine ganze Zahl ab 1 an'
const KEYS = `Bitte gib eine Anzahl von 1 bis ${accessKeys.ACCESS_KEYS_AT_ONCE} an`
const WHOLE_OFFSET = 'Bitte gib eine ganze Zahl von 0 bis 100000 an'

const RIGHT_TO_LEFT = 'abc\u202e\u2066def'
const EMOJI = '🎧👩‍👩‍👧'
const HUGE = 'x'.repeat(60_000)
/** Values whose type is wrong for a text field. */
const WRONG_TYPES = [7, true, null, ['a@b.de'], { $ne: '' }]

/** Values of a field, and the error text that each value causes. The text is undefined for a valid value. */
type Responses = readonly (readonly [what: string, value: unknown, text: string | undefined])[]

const wrongTypes = (text: string, types: readonly unknown[] = WRONG_TYPES): Responses =>
  types.map((value) => [`the wrong type (${JSON.stringify(value)})`, value, text])

const givenPassword = (empty: string): Responses => [
  ['the longest', 'x'.repeat(512), undefined],
  ['one more', 'x'.repeat(513), LONG],
  ['nothing', '', empty],
  ['emoji', EMOJI, undefined],
  ['marks from right to left', RIGHT_TO_LEFT, undefined],
  ['60 KB', HUGE, LONG],
  ...wrongTypes(empty),
]
const newPassword: Responses = [
  ['the shortest', 'zx9!Qö', undefined],
  ['one less', 'zx9!Q', SHORT],
  ['three emoji of two halves each', '🎧🎧🎧', SHORT],
  ['the longest', 'ß'.repeat(256), undefined],
  ['one more', 'x'.repeat(257), LONG],
  ['more bytes than letters', '🎧'.repeat(129), LONG],
  ['nothing', '', SHORT],
  ['emoji', '🎧🎹🎺🎻🥁🎷', undefined],
  ['marks from right to left', RIGHT_TO_LEFT, undefined],
  ['60 KB', HUGE, LONG],
  ...wrongTypes(SHORT),
]
const text = (
  longest: number,
  empty: string | undefined,
  tooLong = `Höchstens ${longest} Zeichen sind erlaubt`,
): Responses => [
  ['the longest', 'ß'.repeat(longest), undefined],
  ['the longest of emoji', '🎧'.repeat(longest), undefined],
  ['one more', 'x'.repeat(longest + 1), tooLong],
  ['nothing', '', empty],
  ['blanks', '   ', empty],
  ['emoji', EMOJI, undefined],
  ['marks from right to left', RIGHT_TO_LEFT, CHARACTERS],
  ['NUL', 'a\u0000b', CHARACTERS],
  ['60 KB', HUGE, tooLong],
  ...wrongTypes(NO_TEXT),
]
const link: Responses = [
  ['the longest', 'x'.repeat(200), undefined],
  ['one more', 'x'.repeat(201), WRONG_LINK],
  ['nothing', '', WRONG_LINK],
  ['emoji', EMOJI, undefined],
  ['marks from right to left', RIGHT_TO_LEFT, undefined],
  ['60 KB', HUGE, WRONG_LINK],
  ...wrongTypes(WRONG_LINK),
]
const deviceName = text(
  auth.DEVICE_NAME_MAX_LENGTH,
  undefined,
  'Der Name darf höchstens 40 Zeichen lang sein',
)
const ofAddress = (longest: number): Responses => [
  ['the longest', 'x'.repeat(longest), undefined],
  ['one more', 'x'.repeat(longest + 1), INVALID],
  ['emoji', EMOJI, undefined],
  ['marks from right to left', RIGHT_TO_LEFT, undefined],
  ['NUL', 'a\u0000b', undefined],
]
const number = (least: number, most: number, error: string): Responses => [
  ['the least', least, undefined],
  ['the most', most, undefined],
  ['one less', least - 1, error],
  ['one more', most + 1, error],
  ...['', '1.5', '1e2', EMOJI, RIGHT_TO_LEFT, 'x'.repeat(1000)].map(
    (value) => [`“${value.slice(0, 9)}”`, value, error] as const,
  ),
]

/** Every field of the account calls, by its name. */
const FIELDS: Record<string, Responses> = {
  email: [
    ['the longest', `${'a'.repeat(242)}@beispiel.de`, undefined],
    ['one more', `${'a'.repeat(243)}@beispiel.de`, 'Diese E-Mail-Adresse ist zu lang'],
    ['nothing', '', EMAIL],
    ['no address', 'mara', WRONG_EMAIL],
    ['emoji', `${EMOJI}@beispiel.de`, WRONG_EMAIL],
    ['marks from right to left', `a${RIGHT_TO_LEFT}@beispiel.de`, WRONG_EMAIL],
    ['a line break', 'a@beispiel.de\nBcc: b@beispiel.de', WRONG_EMAIL],
    ['60 KB', `${HUGE}@beispiel.de`, 'Diese E-Mail-Adresse ist zu lang'],
    ...wrongTypes(EMAIL),
  ],
  username: [
    ['the longest', 'a'.repeat(16), undefined],
    ['one more', 'a'.repeat(17), LENGTH],
    ['one too few', 'ab', LENGTH],
    ['nothing', '', 'Benutzername ist erforderlich'],
    ['emoji', '🎧🎹🎺', LETTERS],
    ['marks from right to left', RIGHT_TO_LEFT, LETTERS],
    ['60 KB', HUGE, LENGTH],
    ...wrongTypes('Benutzername ist erforderlich'),
  ],
  password: [],
  confirmPassword: [
    ['another', 'etwas anderes', 'Passwörter stimmen nicht überein'],
    ['nothing', '', 'Passwörter stimmen nicht überein'],
    ['60 KB', HUGE, 'Passwörter stimmen nicht überein'],
    ...wrongTypes(INVALID),
  ],
  setup: link,
  token: link,
  newPassword,
  currentPassword: [],
  rememberMe: [
    ['yes', true, undefined],
    ...wrongTypes(INVALID, [7, 'true', '', null, ['a'], { a: 1 }, EMOJI, RIGHT_TO_LEFT, HUGE]),
  ],
  format: [
    ['json', 'json', undefined],
    ['another', 'xml', INVALID],
    ['nothing', '', INVALID],
    ['emoji', EMOJI, INVALID],
    ['marks from right to left', RIGHT_TO_LEFT, INVALID],
  ],
  displayName: text(50, 'Dieses Feld ist erforderlich'),
  bio: text(500, undefined),
  customStatus: text(80, undefined),
  showListening: [
    ['no', false, undefined],
    ...wrongTypes(INVALID, [7, 'true', '', null, ['a'], { a: 1 }, EMOJI, RIGHT_TO_LEFT, HUGE]),
  ],
  letsFriendsListen: [
    ['no', false, undefined],
    ...wrongTypes(INVALID, [7, 'true', '', null, ['a'], { a: 1 }, EMOJI, RIGHT_TO_LEFT, HUGE]),
  ],
  showReadMarks: [
    ['no', false, undefined],
    ...wrongTypes(INVALID, [7, 'true', '', null, ['a'], { a: 1 }, EMOJI, RIGHT_TO_LEFT, HUGE]),
  ],
  showMomentDots: [
    ['no', false, undefined],
    ...wrongTypes(INVALID, [7, 'true', '', null, ['a'], { a: 1 }, EMOJI, RIGHT_TO_LEFT, HUGE]),
  ],
  avatarUrl: [
    ['nothing', '', 'Bitte wähle ein gültiges Bildformat.'],
    ['emoji', EMOJI, 'Bitte wähle ein gültiges Bildformat.'],
    ['marks from right to left', RIGHT_TO_LEFT, 'Bitte wähle ein gültiges Bildformat.'],
    ['60 KB', HUGE, 'Bitte wähle ein gültiges Bildformat.'],
    [
      '60 KB of base64',
      `data:image/png;base64,${'A'.repeat(60_000)}`,
      'Bitte wähle ein gültiges Bildformat.',
    ],
    ...wrongTypes(INVALID, [7, true, ['a'], { a: 1 }]),
  ],
  key: [
    ['nothing', '', WRONG_KEY],
    ['the longest', 'x'.repeat(64), WRONG_KEY],
    ['one more', 'x'.repeat(65), WRONG_KEY],
    ['emoji', EMOJI, WRONG_KEY],
    ['marks from right to left', 'AA-\u202eAAA-AAAA', WRONG_KEY],
    ['60 KB', HUGE, WRONG_KEY],
    ...wrongTypes(WRONG_KEY),
  ],
  uid: [
    ['the longest', 'x'.repeat(64), undefined],
    ['one more', 'x'.repeat(65), INVALID],
    ['nothing', '', INVALID],
    ['emoji', EMOJI, undefined],
    ['60 KB', HUGE, INVALID],
    ...wrongTypes(INVALID),
  ],
  count: [
    ['the fewest', 1, undefined],
    ['one less', 0, KEYS],
    ['the most', accessKeys.ACCESS_KEYS_AT_ONCE, undefined],
    ['one more', accessKeys.ACCESS_KEYS_AT_ONCE + 1, KEYS],
    ['a half', 1.5, KEYS],
    ['nothing', '', KEYS],
    ['emoji', EMOJI, KEYS],
    ['marks from right to left', RIGHT_TO_LEFT, KEYS],
    ['60 KB', HUGE, KEYS],
    ...wrongTypes(KEYS, [true, null, ['2'], { a: 1 }]),
  ],
  id: ofAddress(64),
  name: ofAddress(200),
  limit: [
    ...number(1, 100, WHOLE_FROM_1).filter(([what]) => what !== 'one more'),
    ['more than a page holds', 101, undefined],
    ['more digits than any number of ours', '9'.repeat(16), WHOLE_FROM_1],
  ],
  offset: number(0, 100_000, WHOLE_OFFSET),
}

/** The expected responses depend on the route: new and current passwords, for example, have different rules. */
function responsesOf(route: RouteShape, field: string, part: Part): Responses | undefined {
  if (field === 'password') {
    return route.path === auth.register.path ? newPassword : givenPassword('Bitte gib dein Passwort ein')
  }
  if (field === 'currentPassword') {
    return givenPassword(
      route.path === auth.changeEmail.path
        ? 'Bitte gib dein aktuelles Passwort ein'
        : 'Bitte gib dein Passwort ein',
    )
  }
  if (field === 'name' && part === 'body') return deviceName
  const answers = FIELDS[field]
  // Only these values fit into a URL: short texts without an empty path segment.
  return part === 'body' || field === 'limit' || field === 'offset'
    ? answers
    : answers?.filter(
        ([, value]) => typeof value === 'string' && value.length < 2000 && (part === 'query' || value !== ''),
      )
}

type Part = 'params' | 'query' | 'body'
const PARTS = ['params', 'query', 'body'] as const

const isRoute = (value: unknown): value is RouteShape =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** All calls about accounts in the contract. */
const ROUTES = [auth, users, accessKeys].flatMap((file) => Object.values(file).filter(isRoute))

/** The names of the fields in one part of a route. */
function fieldsOf(route: RouteShape, part: Part): string[] {
  const shape: unknown = Reflect.get(Object(route[part]), 'shape')
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}

const CASES = ROUTES.flatMap((route) =>
  PARTS.flatMap((part) =>
    fieldsOf(route, part).map((field) => ({
      route,
      part,
      field,
      call: `${route.method} ${route.path}`,
    })),
  ),
)

let made = 0

/** Valid input for every call about an account, except for the field under test. */
function rightInput(route: RouteShape, member: { id: string; email: string; password: string }) {
  made += 1
  const isEntering = route.path === auth.login.path
  const right: Record<string, unknown> = {
    email: isEntering ? member.email : `neu${made}@beispiel.de`,
    username: `neu${made}`,
    password: member.password,
    newPassword: 'ganz neues Passwort',
    currentPassword: member.password,
    token: 'erfunden',
    key: 'AA-AAAA-AAAA',
    uid: member.id,
    id: 'nichts',
    name: 'nichts',
  }
  return (part: Part) =>
    Object.fromEntries(
      fieldsOf(route, part).flatMap((field) => (right[field] === undefined ? [] : [[field, right[field]]])),
    )
}

/** The response to a call in which one field has this value. There is no body when the value was accepted. */
async function answerTo(
  app: TestApp,
  { route, part, field }: (typeof CASES)[number],
  value: unknown,
): Promise<{ status: number; body?: ErrorBody }> {
  const member = await app.signIn({ hasKey: false, isAdmin: route.access === 'admin' })
  const right = rightInput(route, member)
  const input: Record<Part, Record<string, unknown>> = {
    params: right('params'),
    query: right('query'),
    body: right('body'),
  }
  input[part] = { ...input[part], [field]: value }
  const asText = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, given]) => [name, String(given)]))
  const response = await app.fetch(
    urlOf(route, { params: asText(input.params), query: asText(input.query) }),
    {
      method: route.method,
      redirect: 'manual',
      headers: {
        ...(route.access !== 'public' && { authorization: `Bearer ${member.token}` }),
        ...(route.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: route.body === undefined ? null : JSON.stringify(input.body),
    },
  )
  const { status } = response
  return status < 400 ? { status } : { status, body: ErrorBody.parse(await response.json()) }
}

test('every field of every call about accounts is in this table', () => {
  const missing = CASES.filter(({ route, field, part }) => !responsesOf(route, field, part)?.length)
  expect(missing.map(({ call, field }) => `${call}: ${field}`)).toEqual([])
  expect(CASES.length).toBeGreaterThan(30)
})

test.each(CASES)('$call says at “$field” what is wrong with it', async (tried) => {
  const app = await startApp()
  for (const [what, value, text] of responsesOf(tried.route, tried.field, tried.part) ?? []) {
    const { status, body } = await answerTo(app, tried, value)
    if (text === undefined) {
      // A valid value may be rejected for another reason, such as a wrong password or an unknown link.
      expect([what, status < 500, body?.code === 'VALIDATION']).toEqual([what, true, false])
      continue
    }
    expect([what, body?.fields?.[tried.field] ?? body?.error]).toEqual([what, text])
    expect([400, 413, 415], what).toContain(status)
  }
})

test('a body that is not a JSON object, or is empty, is rejected by every call with a body', async () => {
  const app = await startApp()
  const member = await app.signIn({ isAdmin: true })
  for (const route of ROUTES.filter(({ body }) => body !== undefined)) {
    for (const body of ['[]', '"text"', '7', 'null', '{', '{"a":', '']) {
      const { status } = await app.fetch(route.path.replaceAll(/:\w+/g, 'nichts'), {
        method: route.method,
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        body,
      })
      expect(status, `${route.path} ${body}`).toBe(400)
    }
  }
})
