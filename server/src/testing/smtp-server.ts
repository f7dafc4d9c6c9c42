import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

interface ReceivedEmail {
  to: string[]
  source: string
}

/** A real mail server on its own port. Emails to `voll@…` are rejected temporarily while `isFull` is set. */
export async function startSmtpServer(): Promise<{
  url: string
  received: ReceivedEmail[]
  isFull: boolean
}> {
  const state = { url: '', received: [] as ReceivedEmail[], isFull: false }
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'archiv' && password === 'postgeheimnis') return done(null, { user: username })
      done(new Error('Wer ist da?'))
    },
    onRcptTo: (_address, _session, done) => {
      if (!state.isFull) return done()
      done(Object.assign(new Error('Der Kasten ist voll'), { responseCode: 452 }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        state.received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = urlOf(server.server.address())
  state.url = `smtp://archiv:postgeheimnis@127.0.0.1:${port}`
  return state
}

function urlOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The mail server does not listen')
  return address
}
