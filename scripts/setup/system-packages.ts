import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

type Requirement = { name: string; present: () => boolean; packages: string[] }

const requirements = {
  chromium: {
    name: 'Chromium',
    present: () => existsSync('/usr/bin/chromium-headless-shell'),
    packages: ['chromium-headless-shell'],
  },
  dovecot: { name: 'Dovecot', present: () => existsSync('/usr/sbin/dovecot'), packages: ['dovecot-imapd'] },
  postgres: {
    name: 'PostgreSQL 15 or newer',
    present: () => findPostgresFolder() !== undefined,
    packages: ['postgresql-15'],
  },
} satisfies Record<string, Requirement>

/** The binaries of the oldest installed PostgreSQL from version 15 on: what works there works on newer ones. */
export function findPostgresFolder() {
  const root = '/usr/lib/postgresql'
  return (existsSync(root) ? readdirSync(root) : [])
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => `${root}/${version}/bin`)
    .find((folder) => existsSync(`${folder}/postgres`)) // the client package creates the folder as well
}

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
