import { execFile, execFileSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A minimal Debian below this folder, made as root. */
export const createDebianRoot = (root: string): Promise<void> =>
  run('debootstrap', ['--variant=minbase', 'bookworm', root])

/** Node.js and npm of this installation. */
export function installNode(root: string): void {
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const script = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  cpSync(resolve(script, '../..'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
}

export const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

type Place = {
  root: string
  /** In the root. */
  workdir: string
  env: Record<string, string>
}

/** What runs a program in a root, as root; it shares this machine's network. The program and its arguments follow. */
export function chrootCommand({ root, workdir, env }: Place): string[] {
  // A network with a certificate authority of its own is no business of the root.
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const certificates = authority ? { NODE_EXTRA_CA_CERTS: '/dev/shm/authority.crt' } : {}
  const script = `
    root='${root}'
    mount --bind "$root" "$root"; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    touch "$root/etc/resolv.conf"; mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
    ${authority ? `cp '${authority}' "$root/dev/shm/authority.crt"` : ''}
    cd "$root"; exec chroot . env --ignore-environment --chdir='${workdir}' "$@"`
  const variables = Object.entries({ HOME: '/root', PATH: defaultPath, ...env, ...certificates }).map(
    ([name, value]) => `${name}=${value}`,
  )
  return ['unshare', '--mount', '--', 'sh', '-ec', script, 'sh', ...variables]
}

const execute = promisify(execFile)

/** Throws with the end of its output if it fails. */
export async function run(program: string, args: string[]): Promise<void> {
  const options = { maxBuffer: 64 * 1024 * 1024 }
  await execute(program, args, options).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${program} failed: ${error.stdout.slice(-4_000)}\n${error.stderr.slice(-4_000)}`)
  })
}

export const removeTree = (folder: string): void => rmSync(folder, { recursive: true, force: true })
