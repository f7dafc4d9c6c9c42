import { expect, test } from 'vitest'
import { describeUnknown, unknownSettings } from './setting-names.ts'

test.each([
  ['BAKUP_DIR', 'There is no setting BAKUP_DIR; is BACKUP_DIR meant?'],
  ['DATA_FOLDER', 'There is no setting DATA_FOLDER; is DATA_DIR meant?'],
  ['SMTP_HOST', 'There is no setting SMTP_HOST; is SMTP_URL meant?'],
  ['S3_KEY', 'There is no setting S3_KEY; is S3_ACCESS_KEY_ID meant?'],
  ['TRUSTED_PROXY', 'There is no setting TRUSTED_PROXY; is TRUST_PROXY meant?'],
  ['public_url', 'There is no setting public_url; is PUBLIC_URL meant?'],
  ['POTR', 'There is no setting POTR; is PORT meant?'],
])('%s in a settings file is named with the nearest setting', (name, line) => {
  expect(unknownSettings({}, [name]).map(describeUnknown)).toEqual([line])
})

test('a name that resembles none is named in a settings file', () => {
  expect(unknownSettings({}, ['WOLPERTINGER']).map(describeUnknown)).toEqual([
    'There is no setting WOLPERTINGER',
  ])
})

test('in the environment only names that resemble a setting count', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'box',
    TERM: 'xterm',
    LANG: 'de_DE.UTF-8',
    NODE_ENV: 'production',
    INVOCATION_ID: '1',
    STATE_DIRECTORY: '/var/lib/tonarchiv',
    REDIS_SERVICE_HOST: '10.0.0.1',
    REDIS_PORT: 'tcp://10.0.0.1:6379',
    REDIS_PORT_6379_TCP_ADDR: '10.0.0.1',
    PORT: '3000',
    DATA_DIR: '/data',
  }
  expect(unknownSettings(others)).toEqual([])
  expect(unknownSettings({ ...others, BACKUP_TO: '/b', MAILFROM: 'a@b' }).map(({ name }) => name)).toEqual([
    'BACKUP_TO',
    'MAILFROM',
  ])
})
