import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate for these host names that is trusted only where it is passed as an authority (X.509, RFC 5280). */
export function createCertificate(...hosts: [string, ...string[]]): {
  certificate: string
  privateKey: string
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(hosts[0])))),
  )
  const day = 24 * 60 * 60 * 1000
  const validity = sequence(time(Date.now() - day), time(Date.now() + 365 * day))
  // The extension subjectAltName with the DNS names.
  const names = sequence(
    der(0x06, Buffer.from('551d11', 'hex')),
    der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    commonName,
    validity,
    commonName,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(names)),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)])
  return {
    certificate: pem(sequence(content, ecdsaWithSha256, der(0x03, signature))),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

/** A value in DER (X.690): a tag, the length and the content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? Buffer.of(length) : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '')
  return der(0x18, Buffer.from(`${digits.slice(0, 14)}Z`))
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
