import { describe, expect, test } from 'vitest'
import { readConfig } from '#config.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'archiv',
  S3_ACCESS_KEY_ID: 'wir',
  S3_SECRET_ACCESS_KEY: 'geheim',
}

describe('media are stored', () => {
  test('on the local disk and sent by the server without settings', () => {
    expect(readConfig({}).storage).toEqual({ kind: 'disk', delivery: 'proxy' })
    expect(readConfig({ MEDIA_DELIVERY: 'accel' }).storage).toEqual({ kind: 'disk', delivery: 'accel' })
  })

  test('on S3 when it is configured', () => {
    const settings = {
      endpoint: 'https://s3.example',
      publicEndpoint: 'https://s3.example',
      bucket: 'archiv',
      region: 'us-east-1',
      accessKeyId: 'wir',
      secretAccessKey: 'geheim',
    }
    expect(readConfig(s3).storage).toEqual({ kind: 's3', delivery: 'proxy', s3: settings })
    const offloadTarget = {
      ...s3,
      S3_REGION: 'garage',
      S3_PUBLIC_ENDPOINT: 'https://media.example/',
      MEDIA_DELIVERY: 'redirect',
    }
    expect(readConfig(offloadTarget).storage).toEqual({
      kind: 's3',
      delivery: 'redirect',
      s3: { ...settings, region: 'garage', publicEndpoint: 'https://media.example' },
    })
  })
})

test.each<[Record<string, string>, string]>([
  [
    { MEDIA_DELIVERY: 'pigeon' },
    'MEDIA_DELIVERY: "pigeon" is not allowed; it must be proxy, redirect or accel.',
  ],
  [
    { MEDIA_DELIVERY: 'redirect' },
    'S3_BUCKET: it must be given, too; MEDIA_DELIVERY=redirect sends browsers to an S3 store.',
  ],
  [
    { ...s3, MEDIA_DELIVERY: 'accel' },
    'MEDIA_DELIVERY: "accel" is not allowed; it must be proxy or redirect while media lie on S3.',
  ],
  [
    { ...s3, S3_SECRET_ACCESS_KEY: '' },
    'S3_SECRET_ACCESS_KEY: it must be given, too; an S3 store needs an address, a bucket and a key with its secret.',
  ],
  [
    { ...s3, S3_BUCKET: '../x' },
    'S3_BUCKET: "../x" is not allowed; it must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes.',
  ],
  [
    { ...s3, S3_ENDPOINT: 's3.example' },
    'S3_ENDPOINT: "s3.example" is not allowed; it must be an address that begins with http:// or https://.',
  ],
])('settings that exclude each other are reported, each on its line: %j', (settings, problem) => {
  expect(() => readConfig(settings)).toThrow(problem)
})
