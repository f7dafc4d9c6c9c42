import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { findNginx } from '../server/src/testing/nginx-program.ts'
import { startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { startS3 } from '../server/src/testing/s3-server.ts'
import { type Block, commandsBelow, filledIn, operatorBlocks } from './operator-blocks.ts'
import { operatorMachine, type Step, whyNoMachine } from './operator-machine.ts'
import { root, settingNames } from './settings.ts'

/** Blocks that the test does not run, by page and first line, with the reason. */
const NOT_RUN: Record<string, string> = {
  'install: mkdir deploy/backups && chown 1000:1000 deploy/backups':
    'needs Docker; containers.test.ts builds the image and reads the compose file',
  'install: docker compose --file deploy/compose.yaml exec archive tonarchiv import /import': 'needs Docker',
  'scale: docker compose --file deploy/compose.scale.yaml up --detach --build':
    'needs Docker; containers.test.ts reads the compose file',
  'upgrade: node scripts/pin-images.ts': 'asks registries; containers.test.ts runs it with one of its own',
  'proxy: archive.example {': 'needs Caddy, which no test installs',
  'watch: {"level":40,"time":"2026-11-22T03:30:00.000Z","address":"203.0.113.7","msg":"failed login"}':
    'an example of a log line; start.test.ts compares the lines of a server with the filter',
  'mail: SMTP_URL=smtps://name:password@mail.example.org:465':
    'settings; they are read below, and examine.test.ts logs in to a mail server',
  'backup: # or weekly, after the first backup of the week':
    'settings; they are read below, and rehearsal.test.ts runs it',
  'watch: [Definition]': 'start.test.ts runs this filter on lines of a server',
  'watch: [tonarchiv]': 'needs fail2ban',
  'keys: tonarchiv key 10': 'cli.once.test.ts runs the command with each option',
  'export: tonarchiv.json                                    written last: the order of all albums, and the videos':
    'a list of files; the export is listed in the walk and read in archive-export',
}

/** Adds lines to the settings of the service. */
const settings = (lines: string) => `cat >> /etc/tonarchiv.env <<'END'\n${lines}END\n`
const ENCRYPTED = '/var/backups/tonarchiv-encrypted'
/** Waits for the port without a program, because starting curl again and again needs processor time. */
const UNTIL_READY = `until (: > "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.05; done
until curl --silent --fail --output /dev/null "$site/readyz"; do sleep 0.05; done\n`
/** A script that waits for the backup that a server makes at its start if one is missing. No command waits for it. */
const UNTIL_BACKED_UP = `until journalctl --unit tonarchiv --lines 20 | grep 'the nightly backup is done' > /dev/null; do sleep 0.05; done\n`
const RESTART = `systemctl restart tonarchiv\n${UNTIL_READY}`
const quoted = (script: string) => `'${script.replaceAll("'", `'\\''`)}'`

test('the pages for operators work as they are written', async ({ skip }) => {
  const nginx = findNginx()
  const reason =
    whyNoMachine() ??
    (existsSync(root('web/dist/app.html')) ? undefined : 'the web app is not built') ??
    (nginx === undefined ? 'the page about proxies calls nginx, which is not installed' : undefined)
  if (reason !== undefined) skip(reason)
  const { take, rest } = operatorBlocks()
  const { repository, walk } = operatorMachine()
  const [port, trialPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const postgres = await startPostgresServer()
  onTestFinished(async () => postgres.remove())
  const s3 = (await startS3()).settings
  const site = `http://127.0.0.1:${port}`

  const listing = take(
    'backup',
    'generations/2026-11-21T03-30-00.000Z/manifest.json      written last: a backup without it is none',
  )
  const [rehearse = '', rehearseEncrypted = ''] = take('backup', 'tonarchiv rehearse').split('\n')

  const steps: Step[] = [
    [
      'try it',
      `site=${site}
      port=${port}
      git clone --quiet --branch=main ${repository} /opt/trial
      use_installed /opt/trial
      cd /opt/trial
      until_output 'register?setup=' ${quoted(`PORT=${trialPort} ${take('install', 'npm start')}`)}
      chmod --recursive a+rwX /tmp/compiled`,
    ],
    [
      'install',
      filledIn(take('install', 'umask 022'), {
        ADDRESS: repository,
        // Replaces the packages that npm would download and the files that the build would create.
        'npm run build': `use_installed /opt/tonarchiv\nnpm run build`,
      }) +
        settings(`PORT=${port}\nPUBLIC_URL=https://archive.example\nTRUST_PROXY=127.0.0.1\n`) +
        settings(
          filledIn(take('watch', '# a port of its own, on 127.0.0.1 unless METRICS_HOST says otherwise'), {
            9464: String(metricsPort),
            '…': 'sixteen-letters-',
          }) + take('watch', 'LOG_FAILED_LOGINS=yes'),
        ),
    ],
    ['start', take('install', 'systemctl daemon-reload')],
    [
      'another Node',
      `ln --symbolic ${process.execPath} /usr/local/bin/node-of-the-machine
      mkdir /etc/systemd/system/tonarchiv.service.d
      cat > /etc/systemd/system/tonarchiv.service.d/override.conf <<'END'
${filledIn(take('install', '[Service]'), { '/usr/local/bin/node': '/usr/local/bin/node-of-the-machine' })}END
      ${RESTART}
      tr '\\0' ' ' < /proc/$(cat /var/pid)/cmdline`,
    ],
    [
      'import',
      `cd /
${filledIn(take('import', 'tonarchiv import /path/to/music --dry-run'), { '/path/to/music': '/mnt/originals' })}`,
    ],
    [
      'first steps',
      filledIn(commandsBelow('install', 'First steps'), { '/path/to/music': '/mnt/originals' }),
    ],
    [
      'watch',
      'METRICS_TOKEN=sixteen-letters-\n' +
        filledIn(take('watch', 'curl http://127.0.0.1:9464/metrics'), {
          9464: String(metricsPort),
          'https://archive.example': site,
        }),
    ],
    [
      'a request in the log',
      `id=$(curl --silent --include "$site/api/albums" | sed -n 's/^x-request-id: \\([^[:space:]]*\\).*/\\1/p')
      echo "id: $id"
      until journalctl --unit tonarchiv --output cat | grep "$id" > /dev/null; do sleep 0.05; done
      ${filledIn(take('watch', 'journalctl --unit tonarchiv --output cat | grep 5f0e6c1a'), { '5f0e6c1a': '"$id"' })}`,
    ],
    [
      'backup',
      settings(take('backup', '# or s3://bucket/folder, in the store of the S3 settings')) +
        commandsBelow('backup', 'Every night') +
        take('backup', 'tonarchiv backup --to /mnt/backup') +
        'cd /mnt/backup\nfind . -type f -printf "%P\\n"\ncd /\n',
    ],
    ['rehearsal', RESTART + UNTIL_BACKED_UP + rehearse],
    [
      'verify',
      take(
        'backup',
        'tonarchiv verify            # rows against files, sizes, and every byte against its hash',
      ),
    ],
    [
      'restore',
      `systemctl stop tonarchiv
mv /var/lib/tonarchiv /var/lib/lost
${commandsBelow('backup', 'Restore').split('\n')[0]}
id=$(ls /mnt/backup/generations)
${filledIn(
  take(
    'backup',
    'tonarchiv restore --from /mnt/backup                        # the newest, into an empty DATA_DIR',
  ),
  { '2026-11-20T03-30-00.000Z': '"$id" --to /tmp/chosen' },
)}
systemctl start tonarchiv
${UNTIL_READY}${UNTIL_BACKED_UP}`,
    ],
    [
      'a server on a restored backup',
      `rm -r /tmp/try
      until_output 'läuft: ' ${quoted(
        filledIn(take('backup', 'tonarchiv restore --from /mnt/backup --to /tmp/try'), {
          3999: String(trialPort),
        }),
      )}`,
    ],
    [
      'encryption',
      `install --directory --owner=tonarchiv --mode=0700 /var/backups/tonarchiv-encrypted
cd /tmp
${take('backup', 'tonarchiv backup-key backup.key')}
key=$(sed -n 's/^# public key: //p' backup.key)
cat >> /etc/tonarchiv.env <<END
${filledIn(take('backup', '# an empty place; encrypted and unencrypted backups are not mixed'), { 'age1…': '$key' })}END
tonarchiv backup
${filledIn(take('backup', 'tonarchiv restore --from /mnt/backup --identity backup.key'), {
  '/mnt/backup': `${ENCRYPTED} --to /tmp/decrypted`,
})}
${filledIn(rehearseEncrypted, { '/mnt/backup': ENCRYPTED })}
echo BACKUP_DIR=/var/backups/tonarchiv >> /etc/tonarchiv.env
echo BACKUP_RECIPIENTS= >> /etc/tonarchiv.env
cd /`,
    ],
    [
      'export',
      `${commandsBelow('export', 'Export').split('\n')[0]}
${take('export', 'tonarchiv export /mnt/music')}
find /mnt/music -type f
${take('export', 'tonarchiv import /mnt/music')}`,
    ],
    ['analysis', take('import', 'tonarchiv analyze')],
    [
      'upgrade',
      `git --git-dir=${repository} update-ref refs/heads/main refs/heads/next
${filledIn(take('upgrade', 'tonarchiv backup --to /mnt/backup'), { 'tonarchiv doctor': `${UNTIL_READY}tonarchiv doctor` })}
${take('upgrade', 'install --mode=0644 /opt/tonarchiv/deploy/tonarchiv.service /etc/systemd/system/tonarchiv.service')}
cd /
ls /var/lib/tonarchiv/copies`,
    ],
    [
      'back',
      filledIn(take('upgrade', 'systemctl stop tonarchiv'), {
        VERSION: 'v1',
        'before-….sqlite': 'before-*.sqlite',
      }) +
        UNTIL_READY +
        'ls /var/lib/tonarchiv\n',
    ],
    [
      'nginx',
      `mkdir --parents /var/lib/nginx /var/log/nginx /etc/nginx/conf.d /etc/letsencrypt/live/archive.example
echo 'pid /var/nginx.pid; error_log stderr; events {} http { include conf.d/*.conf; }' > /etc/nginx/nginx.conf
ln --symbolic --force ${nginx} /usr/local/bin/nginx
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=archive.example -days 2 -keyout /etc/letsencrypt/live/archive.example/privkey.pem -out /etc/letsencrypt/live/archive.example/fullchain.pem 2> /dev/null
${take('proxy', 'install --directory /var/cache/nginx')}
id --user www-data > /dev/null 2>&1 || useradd --system www-data
echo MEDIA_DELIVERY=accel >> /etc/tonarchiv.env
${RESTART}
${take('proxy', 'usermod --append --groups tonarchiv www-data && systemctl restart nginx')}
cd /
media=$(find /var/lib/tonarchiv/media/tracks -type f | head -1)
runuser --user=www-data -- head --bytes=3 "$media"
echo
runuser --user=www-data -- cat /var/lib/tonarchiv/secret || echo closed`,
    ],
    [
      'scale',
      filledIn(take('scale', 'systemctl stop tonarchiv'), {
        'postgres://tonarchiv:password@db.example.org/tonarchiv': postgres.url,
      }) +
        `cat >> /etc/tonarchiv.env <<END
${filledIn(take('scale', 'DATABASE_URL=postgres://tonarchiv:password@db.example.org/tonarchiv'), {
  'postgres://tonarchiv:password@db.example.org/tonarchiv': postgres.url,
  '…': '$(cat /var/lib/tonarchiv/secret)',
  '`': '',
})}MEDIA_DELIVERY=proxy
S3_ENDPOINT=${s3.endpoint}
S3_BUCKET=${s3.bucket}
S3_REGION=${s3.region}
S3_ACCESS_KEY_ID=${s3.accessKeyId}
S3_SECRET_ACCESS_KEY=${s3.secretAccessKey}
END
` +
        take('scale', 'tonarchiv media copy --to s3') +
        `systemctl start tonarchiv\n${UNTIL_READY}tonarchiv doctor\n`,
    ],
    [
      'after all',
      `echo "others: $(find /var/lib/tonarchiv /var/backups/tonarchiv /mnt/backup -not -user tonarchiv)"
test ! -e /opt/tonarchiv/data && echo no shadow`,
    ],
  ]
  expect(rest().map(nameOf).toSorted()).toEqual(Object.keys(NOT_RUN).toSorted())

  const outputs = await walk(steps)
  const all = [...outputs.values()].join('\n')
  expect.soft(all).not.toMatch(/^✗| {4}at /m)
  const outputOf = (name: string) => outputs.get(name) ?? ''
  expect.soft(outputOf('try it')).toContain(`http://localhost:${trialPort}/register?setup=`)
  expect.soft(outputOf('start')).toContain('Einrichten (einmalig): https://archive.example/register?setup=')
  expect.soft(outputOf('another Node')).toContain('/usr/local/bin/node-of-the-machine ')
  expect.soft(outputOf('import')).toMatch(/^A dry run[^]*^Made 1 albums and 1 tracks/m)
  expect.soft(outputOf('first steps')).toMatch(/^(?:[A-Z0-9-]{12}\n){10}/m)
  expect.soft(outputOf('first steps')).toContain('mara is an admin now.')
  // Only the request with the token gets the metrics.
  expect.soft(outputOf('watch').match(/^tonarchiv_sockets 0$/gm)).toHaveLength(1)
  expect.soft(outputOf('a request in the log')).toMatch(/^id: (\S+)\n\{.*"reqId":"\1".*"msg":"answered"/m)
  for (const line of listing.trim().split('\n'))
    if (!line.startsWith('revocations'))
      expect.soft(outputOf('backup')).toMatch(shapeOf(line.split(' ')[0] ?? ''))
  expect.soft(outputOf('verify').match(/^2 files: 0 missing, 0 of a wrong size, 0 damaged/gm)).toHaveLength(3)
  expect.soft(outputOf('verify')).toMatch(/^\d backups with 2 files .*: 0 missing or damaged\.$/m)
  expect.soft(outputOf('rehearsal')).toContain('can be restored')
  expect.soft(outputOf('restore').match(/2 files, 2 of them brought back/g)).toHaveLength(3)
  expect.soft(outputOf('a server on a restored backup')).toContain('Archive läuft')
  expect.soft(outputOf('encryption')).toContain('can be restored')
  expect.soft(outputOf('export')).toContain('/mnt/music/Albums/')
  expect
    .soft(outputOf('upgrade'))
    .toMatch(/^Fast-forward$[^]*^✓ Database .*up to date$[^]*^before-9999-next/m)
  expect.soft(outputOf('back')).toMatch(/^HEAD is now at \w+ v1$[^]*before-restore-/m)
  expect.soft(outputOf('nginx')).toMatch(/^nginx: reload$[^]*^nginx: restart$[^]*^ID3$[^]*^closed$/m)
  expect.soft(outputOf('scale')).toMatch(/^Copied 2 files[^]*^✓ Database +PostgreSQL[^]*^✓ Media +S3/m)
  expect.soft(outputOf('after all').trimEnd()).toBe('others: \nno shadow')
}, 400_000)

const nameOf = ({ page, code }: Block) => `${page}: ${code.split('\n')[0]}`

/** A pattern for a path in the list of a backup's files, with any time and hash. */
function shapeOf(path: string): RegExp {
  const [time, hash] = ['2026-11-21T03-30-00\\.000Z', 'ab/abcd…']
  const escaped = path.replaceAll('.', '\\.')
  return new RegExp(`^${escaped.replace(time, '[^/]+').replace(hash, '[0-9a-f]{2}/[0-9a-f]{64}')}$`, 'm')
}

test('every block of settings on the pages for operators is accepted by the server', () => {
  const blocks = operatorBlocks()
    .rest()
    .filter(({ code }) => /^(?:#.*\n|[A-Z0-9_]+=.*\n)+$/.test(code))
  expect(blocks.length).toBeGreaterThan(5)
  for (const { code } of blocks) {
    const given = Object.fromEntries(
      code
        .matchAll(/^([A-Z0-9_]+)=(.*)$/gm)
        .map(([, name = '', value = '']) => [
          name,
          value.replace('age1…', `age1${'q'.repeat(58)}`).replace('…', 'x'.repeat(40)),
        ]),
    )
    const needed = 'DATABASE_URL' in given ? {} : { BACKUP_DIR: '/var/backups/tonarchiv' }
    expect(() => readConfig({ ...needed, ...given }), code).not.toThrow()
    expect(
      Object.keys(given).filter((name) => !settingNames().includes(name)),
      code,
    ).toEqual([])
  }
})
