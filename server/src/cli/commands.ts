import type { Command, CommandBeside } from './command.ts'

interface ListedCommand {
  /** The name and parameters of the command, as the help text shows them. */
  usage: string
  summary: string
  load: () => Promise<Command | CommandBeside>
}

/**
 * All commands. Each is loaded only when it is called, because all commands together need 13 MB, and loading them for
 * the help text would need most of its time.
 */
export const commands: Readonly<Record<string, ListedCommand>> = {
  import: {
    usage: 'import FOLDER [--dry-run] [--watch] …',
    summary: 'Makes albums of a folder of tagged music; run again, it takes over what has changed there.',
    load: async () => (await import('./import-music.ts')).importMusicCommand,
  },
  export: {
    usage: 'export FOLDER [--copy]',
    summary: 'Writes the archive as folders of tagged files with an index; run again, it goes on.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  analyze: {
    usage: 'analyze [--pause | --resume]',
    summary: 'Measures loudness and waveform of all tracks; run again, it goes on where it ended.',
    load: async () => (await import('./analyze.ts')).analyzeCommand,
  },
  user: {
    usage: 'user EMAIL USERNAME [--password P] [--admin]',
    summary: 'Makes a verified account; without a password one is made up and shown.',
    load: async () => (await import('./make-user.ts')).createUserCommand,
  },
  admin: {
    usage: 'admin EMAIL',
    summary: 'Makes an existing account an admin.',
    load: async () => (await import('./make-admin.ts')).createAdminCommand,
  },
  key: {
    usage:
      'key [COUNT] [--note TEXT] [--types T,T | --albums ID,ID] [--no-videos] [--uses N] [--until YYYY-MM-DD] [--stay DAYS]',
    summary: 'Makes access keys and shows them, one a line; without a scope each opens the whole archive.',
    load: async () => (await import('./make-key.ts')).createKeyCommand,
  },
  'app-password': {
    usage: 'app-password EMAIL NAME',
    summary: 'Makes a password for another app of an account and shows it once.',
    load: async () => (await import('./make-app-password.ts')).createAppPasswordCommand,
  },
  'reset-factors': {
    usage: 'reset-factors EMAIL',
    summary: 'Removes passkeys and second factor of an account that has lost them.',
    load: async () => (await import('./reset-factors.ts')).resetFactorsCommand,
  },
  migrate: {
    usage: 'migrate',
    summary: 'Brings the database up to date, as every start does.',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  backup: {
    usage: 'backup [--to FOLDER|s3://BUCKET/FOLDER] [--new-place]',
    summary: 'Copies database and media, also while the server runs; only new media are sent.',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  'backup-key': {
    usage: 'backup-key FILE',
    summary: 'Makes a key pair for encrypted backups: the private key goes into a new file.',
    load: async () => (await import('./backup-key.ts')).backupKeyCommand,
  },
  restore: {
    usage: 'restore --from PLACE|FILE [--backup ID] [--to DATA_DIR] [--identity FILE] [--force]',
    summary: 'Brings an archive back from a backup, or its database from a single copy.',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  rehearse: {
    usage: 'rehearse [--from PLACE] [--backup ID] [--identity FILE]',
    summary: 'Restores a backup into a temporary place, checks it and removes it; changes nothing.',
    load: async () => (await import('./rehearse.ts')).rehearseCommand,
  },
  verify: {
    usage: 'verify [--quick | --backups] [--mend] [--from PLACE]',
    summary: 'Compares rows with files, or reads all backups; --mend repairs one from the other.',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  doctor: {
    usage: 'doctor',
    summary: 'Looks at settings, disk, database, mail and the rest; says what to do.',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  db: {
    usage: 'db copy --to postgres://ADDRESS',
    summary: 'Copies the SQLite archive of DATA_DIR into an empty PostgreSQL database, row by row.',
    load: async () => (await import('./db-copy.ts')).dbCommand,
  },
  media: {
    usage: 'media copy --to s3|disk',
    summary: 'Copies all media to S3 or back, verified; run again, it goes on where it ended.',
    load: async () => (await import('./media-copy.ts')).mediaCommand,
  },
}
