import { expect, test } from 'vitest'
import { isSignedBy, sha256 } from './s3-signature.ts'

// The examples of "Authenticating Requests (AWS Signature Version 4)" in the documentation of Amazon S3.
const account = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const host = 'examplebucket.s3.amazonaws.com'
const then = new Date('2013-05-24T00:01:00Z')
const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'

const byHeader = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
}
const byAddress = {
  method: 'GET',
  url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host },
}

test.each([byHeader, byAddress])('the published examples are valid', (request) => {
  expect(isSignedBy(account, request, then)).toBe(true)
})

test.each([
  ['another method', { ...byHeader, method: 'DELETE' }],
  ['another file', { ...byHeader, url: '/other.txt' }],
  ['another range', { ...byHeader, headers: { ...byHeader.headers, range: 'bytes=0-99' } }],
  ['no signature', { ...byHeader, headers: { host } }],
  ['a longer life', { ...byAddress, url: byAddress.url.replace('=86400', '=86401') }],
  ['another type', { ...byAddress, url: `${byAddress.url}&response-content-type=text%2Fhtml` }],
  ['another host', { ...byAddress, headers: { host: 'other.example' } }],
])('%s is not', (_what, request) => {
  expect(isSignedBy(account, request, then)).toBe(false)
})

test('a signed URL expires', () => {
  expect(isSignedBy(account, byAddress, new Date('2013-05-24T23:59:00Z'))).toBe(true)
  expect(isSignedBy(account, byAddress, new Date('2013-05-25T00:01:00Z'))).toBe(false)
})
