import { expect, test } from 'vitest'
import { connectionIn, connectionLink, connectionText } from './connection.ts'

const connection = {
  serverAddress: 'https://archiv.example:8443',
  username: 'jonas_w',
  password: 'k7mq-42xt-9vhe-pr3d-wz6n-hj4s-t8qy',
}

test('the link opens a page of the archive, and its password stands where browsers do not send it', () => {
  const link = new URL(connectionLink(connection))
  expect(link.href).toBe(
    'https://archiv.example:8443/connect-app#user=jonas_w&password=k7mq-42xt-9vhe-pr3d-wz6n-hj4s-t8qy',
  )
  expect(link.href.replace(link.hash, '')).not.toContain(connection.password)
  expect(connectionIn(link)).toEqual(connection)
})

test.each([
  '',
  '#',
  '#user=jonas_w',
  `#password=${connection.password}`,
  `#user=&password=${connection.password}`,
  `#user=Jonas%20W&password=${connection.password}`,
  `#user=${'x'.repeat(17)}&password=${connection.password}`,
  '#user=jonas_w&password=geheim',
  '#user=jonas_w&password=<script>',
  `#user=jonas_w&password=${connection.password}%0A`,
])('%j is no connection', (hash) => {
  expect(connectionIn({ origin: 'https://archiv.example', hash })).toBeUndefined()
})

test('a link cannot name another server than the one it leads to', () => {
  const { origin, hash } = new URL(connectionLink(connection))
  const found = connectionIn({ origin, hash: `${hash}&server=https%3A%2F%2Fevil.example` })
  expect(found?.serverAddress).toBe(origin)
})

test('as text it is one line for each value', () => {
  expect(connectionText(connection)).toBe(
    'Serveradresse: https://archiv.example:8443\nBenutzername: jonas_w\nApp-Passwort: k7mq-42xt-9vhe-pr3d-wz6n-hj4s-t8qy',
  )
})
