import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCertificate } from '../email/certificate.ts'

const repository = new URL('../../../../', import.meta.url).pathname

/**
 * Runs a shell script with mounts and ports of its own, in which the certificate is where the configurations expect it.
 * `$certificate` is a folder with cert.pem and key.pem.
 */
function runWithCertificate(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-shipped-'))
  makeCertificate(folder)
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const { status, stderr, stdout } = spawnSync(
    'unshare',
    [...asRoot, '--mount', '--net', '--', 'sh', '-ec', script],
    { cwd: repository, env: { ...process.env, certificate: folder }, encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true, force: true })
  return { status, output: stdout + stderr }
}

test('HAProxy accepts deploy/haproxy/haproxy.cfg as it is', () => {
  const { status, output } = runWithCertificate(`
    mount -t tmpfs tmpfs /etc/haproxy
    mkdir /etc/haproxy/certs
    cat $certificate/cert.pem $certificate/key.pem > /etc/haproxy/certs/parley.pem
    haproxy -c -f deploy/haproxy/haproxy.cfg`)
  expect(status, output).toBe(0)
  // This machine knows neither the nodes nor, without a network, a name server.
  const warnings = output.split('\n').filter((line) => /WARNING/.test(line))
  expect(warnings.filter((line) => !/could not resolve address|for nameserver/.test(line))).toEqual([])
})

test('nginx accepts deploy/nginx/nginx.conf as it is', () => {
  const { status, output } = runWithCertificate(`
    mkdir $certificate/etc
    cp -r /etc/nginx/. $certificate/etc
    mkdir -p $certificate/etc/certs
    cp $certificate/cert.pem $certificate/etc/certs/parley.crt
    cp $certificate/key.pem $certificate/etc/certs/parley.key
    mount --bind $certificate/etc /etc/nginx
    nginx -t -c $PWD/deploy/nginx/nginx.conf`)
  expect(status, output).toBe(0)
  expect(output).not.toMatch(/\[warn\]/)
})
