import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgresFolder } from '../../server/src/testing/processes/postgres15.ts'

type Requirement = { name: string; present: () => boolean; packages: string[] }

const requirements = {
  chromium: {
    name: 'Chromium',
    present: () => existsSync('/usr/bin/chromium-headless-shell'),
    packages: ['chromium-headless-shell'],
  },
  debootstrap: {
    name: 'debootstrap',
    present: () => existsSync('/usr/sbin/debootstrap'),
    packages: ['debootstrap'],
  },
  dovecot: { name: 'Dovecot', present: () => existsSync('/usr/sbin/dovecot'), packages: ['dovecot-imapd'] },
  haproxy: { name: 'HAProxy', present: () => existsSync('/usr/sbin/haproxy'), packages: ['haproxy'] },
  nginx: {
    name: 'nginx',
    present: () => existsSync('/usr/sbin/nginx') && existsSync('/usr/lib/nginx/modules/ngx_stream_module.so'),
    packages: ['nginx-light', 'libnginx-mod-stream'],
  },
  prometheus: {
    name: 'promtool',
    present: () => existsSync('/usr/bin/promtool'),
    packages: ['prometheus'],
  },
  postgres: {
    name: 'PostgreSQL 15 or newer',
    present: () => findPostgresFolder() !== undefined,
    packages: ['postgresql-15'],
  },
  pgbouncer: {
    name: 'PgBouncer',
    present: () => existsSync('/usr/sbin/pgbouncer'),
    packages: ['pgbouncer'],
  },
  socat: { name: 'socat', present: () => existsSync('/usr/bin/socat'), packages: ['socat'] },
  systemd: {
    name: 'systemd',
    present: () => existsSync('/usr/bin/systemd-analyze'),
    packages: ['systemd'],
  },
} satisfies Record<string, Requirement>

/** Installs missing packages with apt. Exits with instructions if this machine does not allow it. */
export function ensureInstalled(names: (keyof typeof requirements)[]) {
  const missing = names.map((name): Requirement => requirements[name]).filter((need) => !need.present())
  if (missing.length === 0) return
  const missingNames = missing.map(({ name }) => name).join(', ')
  const packages = missing.flatMap((need) => need.packages)
  console.log(`Installing ${missingNames} …`)
  const apt = createAptGet(missingNames, packages)
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...packages)
  const stillMissing = missing.filter((need) => !need.present())
  if (stillMissing.length > 0) exitWithInstructions(stillMissing.map(({ name }) => name).join(', '), packages)
}

function createAptGet(what: string, packages: string[]) {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  const [program = '', ...before] = [...prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '--quiet']
  return (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    })
    if (status === 0) return
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
    exitWithInstructions(what, packages)
  }
}

function exitWithInstructions(missingNames: string, packages: string[]): never {
  console.error(
    `The tests need ${missingNames}, which could not be installed here. On Debian or Ubuntu, as root: apt-get install ${packages.join(' ')}`,
  )
  process.exit(1)
}
