import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chrootCommand, createDebianRoot, installNode, removeTree } from '../packages/debian-root.ts'
import { freePorts } from '../processes/free-ports.ts'
import { signInStatus } from '../processes/server-process.ts'
import { documentedSettings, repository } from './document.ts'
import { runDocumented, startDocumentedServer } from './documented-commands.ts'
import { startInShell } from './shell-program.ts'

const minutes = 60_000
const folder = mkdtempSync(join(tmpdir(), 'parley-installation-'))
const root = join(folder, 'debian')
const inRoot = (path: string) => join(root, path)

/** A shell of root on a new Debian machine. */
const shell = (workdir: string, env: Record<string, string> = {}) => [
  ...chrootCommand({ root, workdir, env }),
  ...['sh', '-ec'],
]

beforeAll(async () => {
  await createDebianRoot(root)
  installNode(root)
  // The folder of Parley, as downloaded.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).trim().split('\n'))
    if (existsSync(join(repository, file))) {
      const copy = inRoot(`srv/parley/${file}`)
      mkdirSync(dirname(copy), { recursive: true })
      cpSync(join(repository, file), copy)
    }
}, 20 * minutes)
afterAll(() => removeTree(folder), 10 * minutes)

test(
  'Parley is installed as a service, which operator commands reach as its user',
  async () => {
    await runDocumented(
      [
        'useradd --system --home-dir /var/lib/parley --shell /usr/sbin/nologin parley',
        'cp -r parley /opt/parley',
        'cd /opt/parley && npm ci',
        'install -D -m 600 /dev/null /etc/parley/parley.env',
        'cp deploy/systemd/parley.service /etc/systemd/system/',
      ],
      { shell: shell('/srv') },
    )
    expect(existsSync(inRoot('opt/parley/web/dist/index.html'))).toBe(true)
    const settings = statSync(inRoot('etc/parley/parley.env'))
    expect([settings.mode & 0o777, settings.uid]).toEqual([0o600, 0])

    const ports = await freePorts()
    writeFileSync(
      inRoot('etc/parley/parley.env'),
      [
        ...Object.entries({ ...ports, PARLEY_ADMIN_EMAIL: 'ada@example.com' }).map((entry) =>
          entry.join('='),
        ),
        // With spaces and asterisks.
        ...documentedSettings.filter((line) => /^(#|PARLEY_BACKUP_(SCHEDULE|KEEP)=)/.test(line)),
        'PARLEY_BACKUP_TO=/var/lib/parley/nightly\n',
      ].join('\n'),
    )
    const service = startService()
    await service.waitForOutput(/Parley is ready/)
    expect(service.output()).toContain('Sign in as ada@example.com')

    const output = await runDocumented(
      [
        'cd /opt/parley && set -a && . /etc/parley/parley.env && PARLEY_DATA_DIR=/var/lib/parley',
        'setpriv --reuid parley --regid parley --init-groups npm run admin -- reset-password ada@example.com',
      ],
      { shell: shell('/') },
    )
    const [, password = ''] = /The new password of ada@example\.com is (\S+)/.exec(output) ?? []
    expect(await signInStatus(ports.PORT, 'ada@example.com', password)).toBe(200)
    await service.stop()
  },
  20 * minutes,
)

/** As systemd would, with what the installed unit says; it is not run itself. */
function startService() {
  const unit = readFileSync(inRoot('etc/systemd/system/parley.service'), 'utf8')
  const read = (name: string) => new RegExp(`^${name}=-?(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [user, group, state] = ['User', 'Group', 'StateDirectory'].map(read)
  return startInShell(
    `install --directory --owner ${user} --group ${group} --mode ${read('StateDirectoryMode')} /var/lib/${state}
    set -a; ${read('Environment').replaceAll(' ', '; ')}; HOME=/var/lib/parley; . ${read('EnvironmentFile')}; set +a
    umask ${read('UMask')}
    exec setpriv --reuid ${user} --regid ${group} --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all ${read('ExecStart')}`,
    { shell: shell(read('WorkingDirectory')) },
  )
}

test(
  'in a terminal, two commands install and start it',
  async () => {
    const ports = await freePorts()
    const server = await startDocumentedServer('npm ci && npm start', { shell: shell('/srv/parley', ports) })
    expect(existsSync(inRoot('srv/parley/data/postgres'))).toBe(true)
    const [, email = ''] = /Sign in as (\S+)/.exec(server.output()) ?? []
    const [, password = ''] = /password (\S+)/.exec(server.output()) ?? []
    expect(await signInStatus(ports.PORT, email, password)).toBe(200)
    await server.stop()
  },
  20 * minutes,
)
