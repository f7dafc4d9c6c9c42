import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandBeside } from './command.ts'
import { UsageError } from './usage.ts'

export const backupKeyCommand: CommandBeside = {
  runBeside: async (_configure, [file, ...more]) => {
    if (file === undefined || more.length > 0)
      throw new UsageError('Which new file shall hold the private key?')
    // The library is loaded only here, so that other commands start without it.
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
    const identity = await generateX25519Identity()
    const recipient = await identityToRecipient(identity)
    try {
      await writeFile(file, `# public key: ${recipient}\n${identity}\n`, {
        flag: 'wx',
        mode: 0o600,
        flush: true,
      })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      throw new UsageError(
        code === 'EEXIST'
          ? `${file} exists already; it is not replaced.`
          : `${file} cannot be written (${code}).`,
      )
    }
    console.log(
      `The private key is in ${resolve(file)}. Keep copies of it away from this machine and from the`,
    )
    console.log('backups: without it they cannot be restored. For the server, set only the public key:')
    console.log(`BACKUP_RECIPIENTS=${recipient}`)
    return 0
  },
}
